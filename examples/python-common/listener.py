"""HTTP on 127.0.0.1: one listener, a path and a token for each protocol.

Decides who may come in at all (D-06) and how much they may send; what a path answers is in `mcp_face.py`.
"""

import hmac
import json
import re
import socketserver
import threading
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_face import Face

Json = dict[str, Any]

MAX_BODY = 1 << 20
MAX_CONNECTIONS = 128
IDLE_S = 30


class RpcError(Exception):
    """An error of JSON-RPC. Its message never holds anything from a request or an answer (D-08)."""

    def __init__(self, code: int, message: str, status: int = 200) -> None:
        super().__init__(message)
        self.code, self.message, self.status = code, message, status


class Listener(socketserver.ThreadingTCPServer):
    """Serves faces on a port of 127.0.0.1 that the system chooses, a thread a connection."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, faces: list["Face"]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.faces = {face.path: face for face in faces}
        self.host = f"127.0.0.1:{self.server_address[1]}"
        self.free = threading.BoundedSemaphore(MAX_CONNECTIONS)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def place_of(self, face: "Face") -> dict[str, str]:
        """Where a face is found, and what opens it."""
        return {"endpoint": f"http://{self.host}{face.path}", "token": face.token}

    def stop(self) -> None:
        """Closes the listener and ends all streams."""
        self.shutdown()
        self.server_close()
        for face in self.faces.values():
            face.close()

    def process_request(self, request: Any, client_address: Any) -> None:
        """One connection too many is closed at once."""
        if self.free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serves a connection, then frees its place."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is no news, and a trace could hold content (EL-sec-no-log)."""


class Handler(BaseHTTPRequestHandler):
    """One connection: refuses, reads a message, sends what the face answers."""

    server: Listener
    face: "Face"
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = IDLE_S

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing of a request is logged (D-08)."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What cannot be parsed is refused without an echo of it."""
        self.refuse(code, "not a request that is served here")

    def parse_request(self) -> bool:
        """Refuses before a body is read, in this order, whatever the method (D-06)."""
        if not super().parse_request():
            return False
        face = self.server.faces.get(self.path)
        if self.headers.get("Origin") is not None:
            return self.refuse(403, "requests from web pages are refused")
        if self.headers.get_all("Host") != [self.server.host]:
            return self.refuse(403, "unknown host")
        if face is None:
            return self.refuse(404, "nothing is served here")
        given = (self.headers.get("Authorization") or "").encode("latin-1", "replace")
        if not hmac.compare_digest(given, f"Bearer {face.token}".encode()):
            return self.refuse(401, "a token is needed", {"WWW-Authenticate": "Bearer"})
        if self.command not in ("GET", "POST", "DELETE"):
            return self.refuse(405, "this method is not served", {"Allow": "GET, POST, DELETE"})
        self.face = face
        return True

    def refuse(self, status: int, why: str, headers: dict[str, str] | None = None) -> bool:
        """Answers a refusal and closes, since a body may still be on its way; always False."""
        self.close_connection = True
        self.reply(status, {"error": why}, headers)
        return False

    def reply(self, status: int, body: Json | None = None, headers: dict[str, str] | None = None) -> None:
        """Sends a whole answer."""
        data = b"" if body is None else json.dumps(body).encode()
        self.head(
            status, {"Content-Type": "application/json", "Content-Length": str(len(data))} | (headers or {})
        )
        if self.command != "HEAD":
            self.wfile.write(data)

    def head(self, status: int, headers: dict[str, str]) -> None:
        """Sends status and headers."""
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    def event(self, message: Json | None) -> None:
        """Sends one event of a stream; without a message only a sign of life."""
        data = ": alive\n\n" if message is None else f"event: message\ndata: {json.dumps(message)}\n\n"
        self.wfile.write(data.encode())

    def do_POST(self) -> None:
        """Reads one message and lets the face answer it."""
        try:
            message = self.read_message()
        except RpcError as error:
            self.reply(error.status, error_body(None, error.code, error.message))
        else:
            self.face.post(self, message)

    def do_GET(self) -> None:
        """A client listens."""
        self.face.get(self)

    def do_DELETE(self) -> None:
        """A client leaves."""
        self.face.delete(self)

    def read_message(self) -> Json:
        """The JSON-RPC message in a body of bounded size."""
        length = self.headers.get("Content-Length") or ""
        if "Transfer-Encoding" in self.headers or not re.fullmatch(r"[0-9]{1,12}", length):
            self.close_connection = True
            raise RpcError(-32600, "a Content-Length is wanted", 411)
        if int(length) > MAX_BODY:
            self.close_connection = True
            raise RpcError(-32600, "the request is too large", 413)
        try:
            message = json.loads(self.rfile.read(int(length)), parse_constant=refuse_constant)
        except (ValueError, RecursionError) as error:
            raise RpcError(-32700, "the body is not JSON", 400) from error
        fields = message if isinstance(message, dict) else {"method": None}
        request_id = fields.get("id", 0)
        if (
            not isinstance(fields.get("method", ""), str)
            or not isinstance(fields.get("params", {}), dict)
            or not isinstance(request_id, str | int)
            or isinstance(request_id, bool)
        ):
            raise RpcError(-32600, "the body is not one JSON-RPC message", 400)
        return fields


def error_body(request_id: Any, code: int, message: str, data: Json | None = None) -> Json:
    """The answer that carries an error."""
    error = {"code": code, "message": message} | ({"data": data} if data else {})
    return {"jsonrpc": "2.0", "id": request_id, "error": error}


def refuse_constant(name: str) -> None:
    """NaN and Infinity are no JSON."""
    raise ValueError(name)
