"""Serves the files of the page from memory, under a name that changes with their content, and with a strict policy."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from referee.service.edges.asgi import Receive, Scope, Send
from referee.web.join import join

STATIC = Path(__file__).parent / "static"
FIRST = "app/main.js"
TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
PLAIN = "text/plain; charset=utf-8"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",  # no text can become markup, by mistake either
        "trusted-types 'none'",
    )
)
_SAFE = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # links hold invites
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_FOR_EVER = b"public, max-age=31536000, immutable"  # the address of a file changes with the page


class Page:
    """An ASGI application: `/` is the page, its parts lie under `/page/DIGEST/`. Files are read once, here.

    `/?modules` is the same page with each module by itself.
    """

    def __init__(self, folder: Path = STATIC) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        digest = hashlib.sha256()
        for name, content in files.items():
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        mark = digest.hexdigest()[:16]
        base = f"page/{mark}/"
        template = files.pop("index.html").decode().replace("BASE/", base)
        styles = [name for name in files if name.endswith(".css")]
        modules = {name: content.decode() for name, content in files.items() if name.endswith(".js")}
        self._tag = f'"{mark}"'.encode()
        self._apart = _index(template, base, styles, FIRST)
        self._whole = _index(template, base, ["page.css"], "page.js")
        files["page.css"] = b"\n".join(files[name] for name in styles)
        files["page.js"] = join(modules, FIRST).encode()
        self._files = {f"/{base}{name}": (TYPES[Path(name).suffix], content) for name, content in files.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, b"Only GET.\n", PLAIN)
        elif scope["path"] in ("/", "/index.html"):
            await self._front(scope, send)
        elif scope["path"] in self._files:
            kind, content = self._files[scope["path"]]
            await _answer(send, 200, content, kind, ((b"cache-control", _FOR_EVER),))
        else:
            words = b"There is nothing here. The page is at /, calls go to /referee.v1.GameService/METHOD.\n"
            await _answer(send, 404, words, PLAIN)

    async def _front(self, scope: Scope, send: Send) -> None:
        apart = scope["query_string"] == b"modules"
        tag = self._tag.replace(b'"', b'"m', 1) if apart else self._tag
        headers = ((b"etag", tag), (b"cache-control", b"no-cache"))
        known = dict(scope["headers"]).get(b"if-none-match") == tag
        page = self._apart if apart else self._whole
        await _answer(send, 304 if known else 200, b"" if known else page, TYPES[".html"], headers)


def _index(template: str, base: str, styles: list[str], script: str) -> bytes:
    """The page with the addresses of its parts."""
    parts = [f'<link rel="stylesheet" href="{base}{name}">' for name in styles]
    parts.append(f'<script type="module" src="{base}{script}"></script>')
    return template.replace("<!-- parts -->", "\n    ".join(parts)).encode()


async def _answer(
    send: Send, status: int, body: bytes, kind: str, headers: tuple[tuple[bytes, bytes], ...] = ()
) -> None:
    own = ((b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": [*own, *_SAFE, *headers]})
    await send({"type": "http.response.body", "body": body})
