"""Stubs generated from protos by .ci/stubs: not edited by hand."""
