"""MCP on one path, in both eras (D-02): the legacy one with sessions, the modern one request by request.

Nothing here knows elements or bridge: a `Face` is told which methods there are and which resource is watched.
"""

import json
import re
import secrets
import threading
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from listener import Handler, Json, RpcError, error_body
from streams import Session, Stream

MODERN = "2026-07-28"
LEGACY = ("2025-11-25", "2025-06-18")
MAX_SESSIONS = 64

UPDATED = "notifications/resources/updated"
LIST_CHANGED = "notifications/tools/list_changed"

NOT_FOUND = -32002
"""A resource that is not there; a modern client is told -32602 (D-07)."""


@dataclass
class Face:
    """What one path serves.

    `watched` is the one resource that can be subscribed to; without it there are neither sessions nor streams.
    """

    path: str
    name: str
    capabilities: Json
    methods: dict[str, Callable[[Json], Json]]
    instructions: str | None = None
    watched: str | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    sessions: dict[str, Session] = field(default_factory=dict)
    streams: dict[int, Stream] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def tell(self, *notices: str) -> None:
        """Tells every client that wants to know; called after the state has taken effect (GB §6)."""
        for stream in self.open_streams():
            for notice in notices:
                stream.tell(notice)

    def close(self) -> None:
        """Ends all streams."""
        for stream in self.open_streams():
            stream.close()

    def open_streams(self) -> list[Stream]:
        """The streams of this moment."""
        with self.lock:
            return list(self.streams.values())

    def post(self, handler: Handler, message: Json) -> None:
        """Answers one message in the era it is written in."""
        said = handler.headers.get("MCP-Protocol-Version")
        modern = said not in (None, *LEGACY) or VERSION_KEY in meta_of(message)
        if "id" not in message or "method" not in message:
            handler.reply(202)  # a notification, or an answer to a question that nobody asked
            return
        request_id = message["id"]
        try:
            (self.post_modern if modern else self.post_legacy)(handler, message)
        except RpcError as error:
            code = -32602 if modern and error.code == NOT_FOUND else error.code
            data = {"supported": [MODERN], "requested": said} if code == UNSUPPORTED else None
            handler.reply(error.status, error_body(request_id, code, error.message, data))

    def about(self) -> Json:
        """What both eras say at the opening."""
        about: Json = {"capabilities": self.capabilities}
        return about | ({"instructions": self.instructions} if self.instructions else {})

    def call(self, method: str, params: Json, unknown_status: int = 200) -> Json:
        """The result of a method; what it throws beyond an RpcError stays inside."""
        if method == "ping":
            return {}
        if method not in self.methods:
            raise RpcError(-32601, "no such method", unknown_status)
        try:
            return self.methods[method](params)
        except RpcError:
            raise
        except Exception as error:
            raise RpcError(-32603, "the app could not answer") from error

    # The legacy era: 2025-11-25 and before.

    def post_legacy(self, handler: Handler, message: Json) -> None:
        """`initialize`, then requests that name the session."""
        method, params, headers = message["method"], message.get("params", {}), {}
        if method == "initialize":
            wanted = params.get("protocolVersion")
            version = wanted if wanted in LEGACY else LEGACY[0]
            result = {"protocolVersion": version, "serverInfo": self.server_info(), **self.about()}
            if self.watched:
                headers["Mcp-Session-Id"] = self.open_session()
        elif self.watched and method in ("resources/subscribe", "resources/unsubscribe"):
            if params.get("uri") != self.watched:
                raise RpcError(NOT_FOUND, "no such resource")
            self.session_of(handler).subscribed = method == "resources/subscribe"
            result = {}
        else:
            if self.watched:
                self.session_of(handler)
            result = self.call(method, params)
        handler.reply(200, {"jsonrpc": "2.0", "id": message["id"], "result": result}, headers)

    def open_session(self) -> str:
        """A new session; where there are too many, one without a stream that was used longest ago makes room."""
        session_id = secrets.token_urlsafe(16)
        with self.lock:
            if len(self.sessions) >= MAX_SESSIONS:
                old = next((key for key, one in self.sessions.items() if one.stream is None), None)
                if old is None:
                    raise RpcError(-32603, "too many sessions", 503)
                del self.sessions[old]
            self.sessions[session_id] = Session()
        return session_id

    def session_of(self, handler: Handler) -> Session:
        """The session that a request names."""
        session_id = handler.headers.get("Mcp-Session-Id") or ""
        with self.lock:
            session = self.sessions.pop(session_id, None)
            if session is not None:
                self.sessions[session_id] = session  # the last in order is the last that was used
                return session
        raise RpcError(-32600, "initialize first", 404 if session_id else 400)

    def get(self, handler: Handler) -> None:
        """A legacy client listens; its newest stream is the one that is served."""
        session = self.session_to_use(handler)
        if session is None:
            return
        stream = Stream(lambda notice: notice != UPDATED or session.subscribed)
        before, session.stream = session.stream, stream
        if before:
            before.close()
        self.serve_stream(handler, stream, None)
        if session.stream is stream:
            session.stream = None

    def delete(self, handler: Handler) -> None:
        """A legacy client leaves."""
        session = self.session_to_use(handler)
        if session is None:
            return
        with self.lock:
            self.sessions.pop(handler.headers["Mcp-Session-Id"], None)
        if session.stream:
            session.stream.close()
        handler.reply(200)

    def session_to_use(self, handler: Handler) -> Session | None:
        """The session of a GET or DELETE, which make no sense outside of one (D-06)."""
        if handler.headers.get("Mcp-Session-Id") is None:
            handler.refuse(405, "only within a session", {"Allow": "POST"})
            return None
        try:
            return self.session_of(handler)
        except RpcError:
            handler.refuse(404, "no such session")
            return None

    # The modern era: 2026-07-28.

    def post_modern(self, handler: Handler, message: Json) -> None:
        """One request by itself, whose headers say again what its body says."""
        method, params, request_id = message["method"], message.get("params", {}), message["id"]
        version, headers = meta_of(message).get(VERSION_KEY), handler.headers
        if not isinstance(version, str):
            raise RpcError(-32602, "_meta has to name the protocol version", 400)
        name = params.get("uri") if method == "resources/read" else params.get("name")
        named = method not in ("resources/read", "tools/call") or decoded(headers.get("Mcp-Name")) == name
        if not named or headers.get("MCP-Protocol-Version") != version or headers.get("Mcp-Method") != method:
            raise RpcError(-32020, "headers and body say different things", 400)
        if version != MODERN:
            raise RpcError(UNSUPPORTED, "this protocol version is not supported", 400)
        if method == "subscriptions/listen" and self.watched:
            self.listen(handler, request_id, params.get("notifications"))
            return
        if method == "server/discover":
            result = {"supportedVersions": [MODERN], **self.about()}
        else:
            result = self.call(method, params, 404)
        kept = {} if method == "tools/call" else {"ttlMs": 0, "cacheScope": "private"}  # D-04
        stamp = {
            "resultType": "complete",
            "_meta": {"io.modelcontextprotocol/serverInfo": self.server_info()},
        }
        handler.reply(200, {"jsonrpc": "2.0", "id": request_id, "result": result | kept | stamp})

    def listen(self, handler: Handler, request_id: Any, wanted: Any) -> None:
        """A stream of notices, which begins by saying what of the wishes is honoured."""
        if not isinstance(wanted, dict):
            raise RpcError(-32602, "notifications has to be an object")
        uris = wanted.get("resourceSubscriptions")
        honoured: Json = {"toolsListChanged": True} if wanted.get("toolsListChanged") is True else {}
        if isinstance(uris, list) and self.watched in uris:
            honoured["resourceSubscriptions"] = [self.watched]
        needs = {UPDATED: "resourceSubscriptions", LIST_CHANGED: "toolsListChanged"}
        meta = {"_meta": {"io.modelcontextprotocol/subscriptionId": request_id}}
        first = notice_of("notifications/subscriptions/acknowledged", {"notifications": honoured} | meta)
        self.serve_stream(handler, Stream(lambda notice: needs[notice] in honoured), first, meta)

    def serve_stream(
        self, handler: Handler, stream: Stream, first: Json | None, meta: Json | None = None
    ) -> None:
        """Writes what a client has to be told, until either side leaves."""
        with self.lock:
            self.streams[id(stream)] = stream
        handler.close_connection = True
        try:
            handler.head(200, {"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
            handler.event(first)
            while stream.open:
                notices = stream.next()
                for notice in notices:
                    uri = {"uri": self.watched} if notice == UPDATED else {}
                    handler.event(notice_of(notice, uri | (meta or {})))
                if not notices:
                    handler.event(None)
        except OSError:
            pass  # the client left
        finally:
            with self.lock:
                del self.streams[id(stream)]

    def server_info(self) -> Json:
        """Who serves."""
        return {"name": self.name, "version": "1.0.0"}


VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
UNSUPPORTED = -32022


def resource(uri: str, value: Json) -> Json:
    """The result of `resources/read`: one JSON content."""
    return {"contents": [{"uri": uri, "mimeType": "application/json", "text": json.dumps(value)}]}


def read_only_resource(uri: str, value: Callable[[], Json]) -> dict[str, Callable[[Json], Json]]:
    """The methods of a path that has one resource and no template."""

    def read(params: Json) -> Json:
        if params.get("uri") != uri:
            raise RpcError(NOT_FOUND, "no such resource")
        return resource(uri, value())

    listed = {"uri": uri, "name": uri.partition("://")[2], "mimeType": "application/json"}
    return {
        "resources/list": lambda _: {"resources": [listed]},
        "resources/templates/list": lambda _: {"resourceTemplates": []},
        "resources/read": read,
    }


def notice_of(method: str, params: Json) -> Json:
    """A notification."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def meta_of(message: Json) -> Json:
    """The `_meta` of a request; a version in it marks the modern era."""
    meta = message.get("params", {}).get("_meta")
    return meta if isinstance(meta, dict) else {}


def decoded(header: str | None) -> str | None:
    """A header's value, out of MCP's wrapping for characters that a header cannot carry."""
    wrapped = re.fullmatch(r"=\?base64\?([A-Za-z0-9+/=]*)\?=", header or "")
    try:
        return b64decode(wrapped[1], validate=True).decode() if wrapped else header
    except ValueError:
        return None
