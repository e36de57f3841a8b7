"""How fast the service is, as ratios within one run: the client is a process of its own, and so is every server.

`client` is the program that plays and watches, `server` the one that serves; `running` starts them and a peer in turns.
"""
