"""A to-do app: lists in windows, a dialog that asks before it removes, and what can be done in each.

The app itself. It knows windows, what they show and their actions, and nothing of MCP.
"""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

Json = dict[str, Any]

MASK = "••••••"
SHOWN = 20
MAX_TASKS, MAX_WINDOWS = 1000, 50
CONSONANTS, VOWELS = "bcdfghjklmnprstvz", "aeiou"

TEXT = {"type": "string", "minLength": 1, "maxLength": 200}
NUMBER = {"type": "integer", "minimum": 1, "maximum": MAX_TASKS}
YES_OR_NO = {"type": "boolean"}


class Failure(Exception):
    """Why an action did not happen: one of the codes of GB 7.4, what to do next, and more facts."""

    def __init__(self, code: str, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.body: Json = {"code": code, "message": message, **facts}


@dataclass(frozen=True)
class Action:
    """One action of a window; `run` gets arguments that were checked, and gives a message and a result."""

    name: str
    title: str
    about: str
    run: Callable[[Json], tuple[str, Json]]
    takes: Json = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    why_not: str | None = None
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False


@dataclass
class Window:
    """A window of this moment. `version` rises whenever what it shows changes (GB 7.1)."""

    app: "Todo"
    id: str
    title: str
    modal: bool = False
    owner: str | None = None
    version: int = 0
    shown: str = ""

    def content(self) -> tuple[str, list[Json]]:
        """The summary in a sentence, and the blocks."""
        raise NotImplementedError

    def actions(self) -> list[Action]:
        """All that this kind of window can do, available now or not."""
        raise NotImplementedError


@dataclass
class TaskList(Window):
    """A list of tasks, and a PIN that no agent ever sees."""

    tasks: list[tuple[str, bool]] = field(default_factory=list)
    pin: str = ""

    def content(self) -> tuple[str, list[Json]]:
        """The first tasks; a longer list says how long it is, and `all_tasks` gives the rest."""
        left = sum(not done for _, done in self.tasks)
        rows = [[number, text, done] for number, (text, done) in enumerate(self.tasks[:SHOWN], 1)]
        table: Json = {"type": "table", "id": "tasks", "columns": ["No.", "Task", "Done"], "rows": rows}
        if len(self.tasks) > SHOWN:
            table["total"] = len(self.tasks)
        pin = {"label": "PIN", "value": MASK if self.pin else "", "sensitive": True}
        blocks = [table, {"type": "fields", "id": "lock", "items": [pin]}]
        if self.tasks and left == 0:
            blocks.append(
                {"type": "notice", "id": "state", "severity": "success", "text": "All tasks are done"}
            )
        return f"{left} of {len(self.tasks)} tasks are still to be done", blocks

    def actions(self) -> list[Action]:
        """What can be done with a list."""
        none_done = None if any(done for _, done in self.tasks) else "no task is done yet"
        full = "the list is full" if len(self.tasks) >= MAX_TASKS else None
        mark: Json = {"number": NUMBER, "done": YES_OR_NO}
        return [
            Action("add", "Add a task", "Adds a task at the end", self.add, {"text": TEXT}, ("text",), full),
            Action(
                "mark",
                "Mark a task",
                "Says whether a task is done",
                self.mark,
                mark,
                ("number",),
                idempotent=True,
            ),
            Action(
                "remove_done", "Remove done tasks", "Asks first, in a dialog", self.ask, why_not=none_done
            ),
            Action(
                "all_tasks", "All tasks", "Gives every task of a long list", self.all_tasks, read_only=True
            ),
            Action("close", "Close the list", "Its tasks are lost", self.close, destructive=True),
        ]

    def add(self, given: Json) -> tuple[str, Json]:
        """Adds a task."""
        self.tasks.append((given["text"], False))
        return "The task was added", {"number": len(self.tasks)}

    def mark(self, given: Json) -> tuple[str, Json]:
        """Marks a task as done, or as not done."""
        number = given["number"]
        if number > len(self.tasks):
            wrong = {"field": "number", "error": f"There are {len(self.tasks)} tasks"}
            raise Failure("validation_failed", "Give the number of a task of the list", fields=[wrong])
        self.tasks[number - 1] = (self.tasks[number - 1][0], given.get("done", True))
        return "The task was marked", {}

    def ask(self, _: Json) -> tuple[str, Json]:
        """Puts the question up; what happens then is up to the dialog (D-35)."""
        self.app.show(Question(self.app, self.app.new_id(), "Remove done tasks?", True, self.id))
        return "A dialog asks whether to remove them; answer there", {}

    def all_tasks(self, _: Json) -> tuple[str, Json]:
        """Large data goes through an action (GB 9)."""
        return "All tasks of the list", {"tasks": [{"text": text, "done": done} for text, done in self.tasks]}

    def close(self, _: Json) -> tuple[str, Json]:
        """Closes the list."""
        self.app.close(self.id)
        return "The list was closed", {}


@dataclass
class Question(Window):
    """The dialog that blocks a list until it is answered."""

    def content(self) -> tuple[str, list[Json]]:
        """What is asked, and about how much."""
        tasks = self.app.list_of(self.owner).tasks
        text = f"Remove {sum(done for _, done in tasks)} done of {len(tasks)} tasks?"
        warning = {"type": "notice", "id": "warning", "severity": "warn", "text": "This cannot be undone"}
        return text, [{"type": "text", "id": "question", "text": text}, warning]

    def actions(self) -> list[Action]:
        """The two answers."""
        return [
            Action(
                "yes", "Yes, remove", "Removes the done tasks", lambda _: self.answer(True), destructive=True
            ),
            Action("no", "No, keep", "Keeps all tasks", lambda _: self.answer(False)),
        ]

    def answer(self, yes: bool) -> tuple[str, Json]:
        """Does what was answered, and goes."""
        tasks = self.app.list_of(self.owner).tasks
        if yes:
            tasks[:] = [task for task in tasks if not task[1]]
        self.app.close(self.id)
        return "The done tasks were removed" if yes else "All tasks were kept", {}


@dataclass
class About(Window):
    """A dialog that blocks the whole app."""

    def content(self) -> tuple[str, list[Json]]:
        """One sentence."""
        return "About this app", [{"type": "text", "id": "about", "text": "A to-do app to learn from."}]

    def actions(self) -> list[Action]:
        """It can only be closed."""
        return [Action("ok", "OK", "Closes this dialog", self.ok)]

    def ok(self, _: Json) -> tuple[str, Json]:
        """Closes the dialog."""
        self.app.close(self.id)
        return "The dialog was closed", {}


class Todo:
    """All windows. Whoever looks at or changes anything holds the lock of the bridge."""

    def __init__(self) -> None:
        # A word of the run: a later one does not give out these ids again (GB 10.3), and who copies one can say it.
        self.mark = "".join(secrets.choice(letters) for letters in (CONSONANTS, VOWELS) * 2 + (CONSONANTS,))
        self.numbers = count(1)
        self.windows: dict[str, Window] = {}

    def new_id(self) -> str:
        """An id that no window ever had."""
        return f"{self.mark}{next(self.numbers)}"

    def show(self, window: Window) -> None:
        """A window opens."""
        self.windows[window.id] = window

    def close(self, window_id: str) -> None:
        """A window closes, its dialogs before it (D-33)."""
        for other in [one.id for one in self.windows.values() if one.owner == window_id]:
            self.close(other)
        del self.windows[window_id]

    def list_of(self, window_id: str | None) -> TaskList:
        """The list in a window."""
        window = self.windows[window_id or ""]
        assert isinstance(window, TaskList)
        return window

    def open_list(self, title: str) -> TaskList:
        """A new list opens."""
        new = TaskList(self, self.new_id(), title)
        self.show(new)
        return new

    def open_about(self) -> About:
        """The dialog of the app opens."""
        about = About(self, self.new_id(), "About", modal=True)
        self.show(about)
        return about

    def app_actions(self) -> list[Action]:
        """What belongs to no window (D-34)."""
        full = "close a list first" if len(self.windows) >= MAX_WINDOWS else None
        return [
            Action(
                "new_list",
                "New list",
                "Opens an empty list",
                self.new_list,
                {"title": TEXT},
                ("title",),
                full,
            ),
            Action("about", "About", "Opens a dialog that blocks the whole app", self.about, why_not=full),
        ]

    def new_list(self, given: Json) -> tuple[str, Json]:
        """Opens a list with a title."""
        self.open_list(given["title"])
        return "The list was opened", {}

    def about(self, _: Json) -> tuple[str, Json]:
        """Opens the dialog."""
        self.open_about()
        return "The dialog was opened", {}

    def operable(self) -> list[str]:
        """The tops of all chains; under an app modal only the top of its own chain (GB 10.2)."""
        blocked = {window.owner for window in self.windows.values()}
        tops = [window for window in self.windows.values() if window.id not in blocked]
        over_all = [window.id for window in self.windows.values() if window.modal and window.owner is None]
        if over_all:
            tops = [window for window in tops if self.root_of(window) == over_all[-1]]
        return [window.id for window in tops]

    def root_of(self, window: Window) -> str:
        """The window at the start of a chain."""
        return self.root_of(self.windows[window.owner]) if window.owner else window.id

    def settle(self) -> None:
        """Raises the version of every window that shows something else than before."""
        for window in self.windows.values():
            shown = json.dumps(window.content())
            if shown != window.shown:
                window.shown = shown
                window.version += 1
