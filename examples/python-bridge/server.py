"""A to-do app that an agent can read and operate beside its user: a server of the GUI bridge 0.1.0.

python3 examples/python-bridge/server.py             add TEXT · mark N · remove_done · yes · no · show · quit
python3 examples/python-bridge/server.py --driver    for a checker (spec/driver.md)
"""

import json
import secrets
import signal
import sys
from itertools import count
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "python-common"))

from bridge import APP, Bridge, checked
from descriptor import write_descriptor
from driver import DONE, Answer, Steps, at_prompt, drive
from listener import Json, Listener
from mcp_face import Face, read_only_resource
from todo import Failure, TaskList, Todo


class Server:
    """One run: the app, both protocols over it, its descriptor."""

    def __init__(self) -> None:
        self.instance = secrets.token_urlsafe(9)
        self.todo = Todo()
        self.bridge = Bridge(self.todo)
        self.elements = Face(
            path="/elements",
            name="To-do",
            capabilities={
                "resources": {},
                "extensions": {"dev.copane/elements": {"protocol": "0.2.0", "locate": False}},
            },
            methods=read_only_resource("elements://current", self.current),
        )
        with self.bridge.change():
            self.todo.open_list("To do").tasks += [
                ("Read the specification", False),
                ("Write a server", False),
            ]
        self.listener = Listener([self.bridge.face, self.elements])
        bridge, elements = self.listener.place_of(self.bridge.face), self.listener.place_of(self.elements)
        about = {"protocol": "0.2.0", "bundleId": "org.example.todo", "name": "To-do", "version": "1.0.0"}
        both = {**elements, "bridge": {"protocol": "0.1.0", **bridge}}
        self.descriptor = write_descriptor({**about, "instance": self.instance, **both})
        self.place: Answer = {"descriptor": str(self.descriptor), "elements": elements, "bridge": bridge}

    def stop(self) -> None:
        """The app quits: first it cannot be found any more, then it cannot be reached."""
        self.descriptor.unlink(missing_ok=True)
        self.listener.stop()

    def current(self) -> Json:
        """The windows as elements, under the same ids; the one in front has the keyboard (D-10, D-19)."""
        with self.bridge.lock:
            front = next(reversed(self.todo.operable()), None)
            windows: list[Json] = [
                {"id": one.id, "role": "Window", "title": one.title}
                | ({"focused": True} if one.id == front else {})
                for one in self.todo.windows.values()
            ]
        root = {"id": "app", "role": "Application", "title": "To-do"} | (
            {"children": windows} if windows else {}
        )
        return {"protocol": "0.2.0", "instance": self.instance, "root": root}


class User:
    """What the user does, at the prompt or on a checker's order."""

    def __init__(self) -> None:
        self.server = Server()
        self.numbers = count(1)
        self.opened: list[str] = []
        self.dialog: str | None = None

    @property
    def todo(self) -> Todo:
        """The app of this run."""
        return self.server.todo

    def free_list(self) -> TaskList | None:
        """The first list that no dialog blocks."""
        operable = (self.todo.windows[window_id] for window_id in self.todo.operable())
        return next((window for window in operable if isinstance(window, TaskList)), None)

    def on_list(self, change: str, text: str = "") -> Answer:
        """Does something with a list that is free."""
        with self.server.bridge.change():
            free = self.free_list()
            if free is None:
                return {"cannot": "no list is free"}
            if change == "edit":
                free.tasks[0] = (f"Task, written anew {next(self.numbers)}", free.tasks[0][1])
            elif change == "availability":
                free.tasks[0] = (free.tasks[0][0], not free.tasks[0][1])
            elif change == "dialog":
                free.ask({})
                self.dialog = list(self.todo.windows)[-1]
            elif change == "secret":
                free.pin = text
        return DONE

    def open_window(self, _: str) -> Answer:
        """Opens one more list."""
        with self.server.bridge.change():
            self.opened.append(self.todo.open_list(f"List {next(self.numbers)}").id)
        return DONE

    def close_window(self, _: str) -> Answer:
        """Closes the list that was opened last."""
        if not self.opened:
            return {"cannot": "no list was opened"}
        with self.server.bridge.change():
            self.todo.close(self.opened.pop())
        return DONE

    def open_modal(self, _: str) -> Answer:
        """A dialog of a list and one of the whole app, in turn."""
        if next(self.numbers) % 2:
            return self.on_list("dialog")
        with self.server.bridge.change():
            self.dialog = self.todo.open_about().id
        return DONE

    def close_modal(self, _: str) -> Answer:
        """Closes the dialog."""
        if self.dialog not in self.todo.windows:
            return {"cannot": "no dialog is open"}
        with self.server.bridge.change():
            self.todo.close(self.dialog)
        return DONE

    def name_write(self, _: str) -> Answer:
        """A call that adds another task each time."""
        free = self.free_list()
        if free is None:
            return {"cannot": "no list is free"}
        return {
            **DONE,
            "call": {"name": f"{free.id}__add", "arguments": {"text": f"Task {next(self.numbers)}"}},
        }

    def name_opener(self, _: str) -> Answer:
        """A call that opens a list."""
        return {
            **DONE,
            "call": {"name": f"{APP}__new_list", "arguments": {"title": f"List {next(self.numbers)}"}},
        }

    def restart(self, _: str) -> Answer:
        """Quits and starts again: another instance, other ids, tokens and another port."""
        self.server.stop()
        self.server, self.opened, self.dialog = Server(), [], None
        return {**DONE, **self.server.place}

    def steps(self) -> Steps:
        """What a checker may ask for."""
        return {
            "edit": lambda _: self.on_list("edit"),
            "open-window": self.open_window,
            "close-window": self.close_window,
            "open-modal": self.open_modal,
            "close-modal": self.close_modal,
            "change-availability": lambda _: self.on_list("availability"),
            "select-words": lambda _: {"never": "only windows are reported, and no text in them"},
            "type-secret": lambda text: self.on_list("secret", text),
            "name-write": self.name_write,
            "name-opener": self.name_opener,
            "name-hang": lambda _: {"never": "every action is done at once"},
            "name-logs": lambda _: {**DONE, "files": []},
            "restart": self.restart,
        }

    def prompt(self) -> None:
        """Does in the window in front what the user types, until they quit."""
        at_prompt(self.typed)

    def typed(self, word: str, rest: str) -> None:
        """One action of the window in front, or what that window shows and offers."""
        with self.server.bridge.change():
            front = self.todo.windows[self.todo.operable()[-1]] if self.todo.windows else None
            actions = front.actions() if front else self.todo.app_actions()
            action = next((one for one in actions if one.name == word and not one.why_not), None)
            if action is None:
                print(json.dumps(front and front.content(), indent=2, ensure_ascii=False))
                print(" · ".join(one.name for one in actions if not one.why_not))
                return
            given = {name: int(rest) if rest.isdigit() else rest for name in action.needs}
            try:
                print(action.run(checked(action, given))[0])
            except Failure as failure:
                print(failure)


def main(arguments: list[str]) -> None:
    """Runs until the user quits or a signal comes, and leaves no descriptor behind."""
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, lambda *_: sys.exit(0))
    user = User()
    try:
        if "--driver" in arguments:
            drive(user.server.place, user.steps())
        else:
            print("To-do can be found.", flush=True)
            user.prompt()
    finally:
        user.server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
