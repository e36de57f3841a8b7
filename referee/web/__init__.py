"""The page that players use: plain files, served beside the API."""

from referee.web.files import Page

__all__ = ["Page"]
