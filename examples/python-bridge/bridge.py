"""The GUI bridge over the app: one resource, the actions of the windows that can be operated, two notices.

What is refused, and in which order, stands here; `todo.py` only says what an action does.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from listener import Json, RpcError
from mcp_face import LIST_CHANGED, UPDATED, Face, read_only_resource
from todo import Action, Failure, Todo, Window

WINDOWS = "app://windows"
APP = "app"
WAIT_S = 10.0
MAX_SAFE = 2**53 - 1
RETURNS = {
    "type": "object",
    "properties": {
        "message": {"type": "string"},
        "openedWindowIds": {"type": "array", "items": {"type": "string"}},
        "result": {"type": "object"},
    },
}
"""The schema of every result. It admits errors too: some clients hold those against it (D-37)."""
INSTRUCTIONS = Path(__file__).resolve().parents[2] / "spec" / "instructions.txt"


class Bridge:
    """Whoever looks at the app or changes it, the user included, comes through here."""

    def __init__(self, todo: Todo) -> None:
        self.todo = todo
        self.lock = threading.RLock()  # one operation at a time (GB 10.1)
        self.face = Face(
            path="/bridge",
            name="To-do",
            capabilities={"resources": {"subscribe": True}, "tools": {"listChanged": True}},
            methods={
                **read_only_resource(WINDOWS, self.windows),
                "tools/list": lambda _: {"tools": self.tools()},
                "tools/call": self.call,
            },
            instructions=INSTRUCTIONS.read_text(encoding="utf-8"),
            watched=WINDOWS,
        )

    @contextmanager
    def change(self) -> Iterator[None]:
        """A change by anyone. What is different afterwards is what is told, and only then (GB 6)."""
        with self.lock:
            before = self.windows(), self.listed()
            try:
                yield
            finally:
                self.todo.settle()
                after = self.windows(), self.listed()
                updated = [UPDATED] if before[0] != after[0] else []
                self.face.tell(*updated, *([LIST_CHANGED] if before[1] != after[1] else []))

    def listed(self) -> Json:
        """What `tools/list_changed` is about."""
        return {"operable": self.todo.operable(), "names": [tool["name"] for tool in self.tools()]}

    def windows(self) -> Json:
        """The one resource: everything of one moment (GB 4.2)."""
        with self.lock:
            return {
                "operableWindowIds": self.todo.operable(),
                "windows": [window_json(window) for window in self.todo.windows.values()],
            }

    def tools(self) -> list[Json]:
        """The actions that can be called now: visible means available (GB 5.1)."""
        with self.lock:
            operable = [self.todo.windows[window_id] for window_id in self.todo.operable()]
            listed = [
                tool_json(one.id, one.title, action)
                for one in operable
                for action in one.actions()
                if not action.why_not
            ]
            if not self.app_blockers():
                listed += [tool_json(APP, "To-do", one) for one in self.todo.app_actions() if not one.why_not]
            return listed

    def app_blockers(self) -> list[str]:
        """The dialogs that block the whole app."""
        return [one.id for one in self.todo.windows.values() if one.modal and one.owner is None]

    def call(self, params: Json) -> Json:
        """One call: judged and done in one go, whatever the client's list said (GB 7.2)."""
        name, given = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str) or "__" not in name or not isinstance(given, dict):
            raise RpcError(-32602, "no such tool")
        handle, _, action = name.partition("__")
        if not self.lock.acquire(timeout=WAIT_S):
            return failed(Failure("action_timeout", "The app is busy; nothing was done. Try again").body)
        try:
            return self.perform(handle, action, dict(given))
        except Failure as failure:
            return failed(failure.body)
        except Exception:  # a fault of the app; its message could hold content (D-48)
            return failed(Failure("action_failed", "The app could not do this; read app://windows").body)
        finally:
            self.lock.release()

    def perform(self, handle: str, name: str, given: Json) -> Json:
        """Refuses in the order of D-47, or acts and answers when the effect is there."""
        window = self.todo.windows.get(handle)
        if window is None and handle != APP:
            raise Failure("window_not_found", "That window is not open; read app://windows")
        blockers = self.blockers_of(window)
        if blockers:
            raise Failure("blocked_by_modal", "Answer the dialog first", blockedBy=blockers)
        actions = window.actions() if window else self.todo.app_actions()
        action = next((one for one in actions if one.name == name), None)
        if action is None:
            raise Failure("action_not_available", "The window has no such action; list the tools")
        if action.why_not:
            raise Failure("action_not_available", f"Not now: {action.why_not}", reason=action.why_not)
        if window:
            check_version(window, given)
        wanted = checked(action, given)
        before = set(self.todo.windows)
        with self.change():
            message, result = action.run(wanted)
        opened = [one for one in self.todo.windows if one not in before]
        answer: Json = {"message": message, "result": result} | (
            {"openedWindowIds": opened} if opened else {}
        )
        return {"content": [{"type": "text", "text": message}], "structuredContent": answer}

    def blockers_of(self, window: Window | None) -> list[str]:
        """The operable windows that have to go before this one can be operated."""
        operable = self.todo.operable()
        if window is None:
            return operable if self.app_blockers() else []
        if window.id in operable:
            return []
        return (
            operable
            if self.app_blockers()
            else [
                one
                for one in operable
                if self.todo.root_of(self.todo.windows[one]) == self.todo.root_of(window)
            ]
        )


def check_version(window: Window, given: Json) -> None:
    """Takes `expectedVersion` out of the arguments; refuses what was decided on an older state (GB 7.1)."""
    if "expectedVersion" not in given:
        return
    expected = given.pop("expectedVersion")
    if not isinstance(expected, int) or isinstance(expected, bool) or not 0 <= expected <= MAX_SAFE:
        wrong = {"field": "expectedVersion", "error": "Give the version of the window as it was read"}
        raise Failure("validation_failed", "Mend these arguments and call again", fields=[wrong])
    if expected != window.version:
        raise Failure("stale_state", "The window changed; read app://windows", currentVersion=window.version)


def checked(action: Action, given: Json) -> Json:
    """The arguments, as the schema of the action wants them; all that is wrong is told at once (GB 7.3)."""
    wrong = {name: "This is needed" for name in action.needs if name not in given}
    for name, value in given.items():
        error = error_of(action.takes.get(name), value)
        if error:
            wrong[name] = error
    if wrong:
        fields = [{"field": name, "error": error} for name, error in wrong.items()]
        raise Failure("validation_failed", "Mend these arguments and call again", fields=fields)
    return {name: whole(value) if isinstance(value, str) else value for name, value in given.items()}


def error_of(schema: Json | None, value: Any) -> str | None:
    """Why a value does not fit; only what this app's schemas use."""
    if schema is None:
        return "There is no such argument"
    if schema["type"] == "string":
        fits = (
            isinstance(value, str)
            and schema["minLength"] <= len(value.strip())
            and len(value) <= schema["maxLength"]
        )
        return None if fits else f"Give a text of 1 to {schema['maxLength']} characters"
    if schema["type"] == "boolean":
        return None if isinstance(value, bool) else "Give true or false"
    whole_number = isinstance(value, int) and not isinstance(value, bool)
    fits = whole_number and schema["minimum"] <= value <= schema["maximum"]
    return None if fits else f"Give a whole number from {schema['minimum']} to {schema['maximum']}"


def whole(text: str) -> str:
    """A text that can be sent on: half a surrogate pair becomes U+FFFD (D-15)."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def window_json(window: Window) -> Json:
    """A window with its content."""
    summary, blocks = window.content()
    about = {"id": window.id, "title": window.title, "modal": window.modal, "ownerId": window.owner}
    return {**about, "version": window.version, "summary": summary, "blocks": blocks}


def tool_json(handle: str, where: str, action: Action) -> Json:
    """A tool, named after its window (GB 5.2)."""
    takes = dict(action.takes)
    if handle != APP and not action.read_only:
        takes["expectedVersion"] = {
            "type": "integer",
            "description": "The version of the window it is based on",
        }
    return {
        "name": f"{handle}__{action.name}",
        "title": f"{action.title} · {where}",
        "description": action.about,
        "inputSchema": {
            "type": "object",
            "properties": takes,
            "required": list(action.needs),
            "additionalProperties": False,
        },
        "outputSchema": RETURNS,
        "annotations": {
            "readOnlyHint": action.read_only,
            "destructiveHint": action.destructive,
            "idempotentHint": action.idempotent or action.read_only,
            "openWorldHint": False,
        },
    }


def failed(body: Json) -> Json:
    """A failure is always an `isError` (GB 7.4)."""
    return {
        "isError": True,
        "content": [{"type": "text", "text": body["message"]}],
        "structuredContent": body,
    }
