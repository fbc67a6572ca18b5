"""A provider of elements 0.2.0: tells a host what is open in the viewer, and what its user points at.

python3 examples/python-elements/provider.py [FILE…]     open PATH · select WORDS · type TEXT · close · quit
python3 examples/python-elements/provider.py --driver    for a checker (spec/driver.md)
"""

import re
import secrets
import signal
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "python-common"))

from descriptor import write_descriptor
from driver import DONE, Answer, Steps, at_prompt, drive
from listener import Json, Listener, RpcError
from mcp_face import NOT_FOUND, Face, resource
from notes import Note, Notes

PROTOCOL = "0.2.0"
CURRENT = "elements://current"
LOCATE = "elements://locate/"
MAX_TEXT = 4096


class Provider:
    """One run: the viewer, its listener, its descriptor."""

    def __init__(self, files: list[Path], has_screen: bool) -> None:
        self.notes = Notes()
        self.instance = secrets.token_urlsafe(9)
        self.has_screen = has_screen
        self.face = Face(
            path="/elements",
            name="Notes",
            capabilities={
                "resources": {},
                "extensions": {"dev.copane/elements": {"protocol": PROTOCOL, "locate": has_screen}},
            },
            methods={
                "resources/list": lambda _: {"resources": [resource_of("current", uri=CURRENT)]},
                "resources/templates/list": lambda _: {"resourceTemplates": self.templates()},
                "resources/read": self.read,
            },
        )
        for file in files:
            self.notes.open(file)
        self.listener = Listener([self.face])
        place = self.listener.place_of(self.face)
        about = {"protocol": PROTOCOL, "bundleId": "org.example.notes", "name": "Notes", "version": "1.0.0"}
        self.descriptor = write_descriptor({**about, "instance": self.instance, **place})
        self.place: Answer = {"descriptor": str(self.descriptor), "elements": place}

    def stop(self) -> None:
        """The app quits: first it cannot be found any more, then it cannot be reached."""
        self.descriptor.unlink(missing_ok=True)
        self.listener.stop()

    def templates(self) -> list[Json]:
        """How to ask where an element is; offered only where that can be known (EL-4.2-not-offered)."""
        return [resource_of("locate", uriTemplate=LOCATE + "{id}")] if self.has_screen else []

    def read(self, params: Json) -> Json:
        """The two operations."""
        uri = params.get("uri")
        if uri == CURRENT:
            return resource(uri, self.current())
        if self.has_screen and isinstance(uri, str) and uri.startswith(LOCATE):
            location = self.locate(uri.removeprefix(LOCATE))
            if location:
                return resource(uri, location)
        raise RpcError(NOT_FOUND, "no such resource")

    def current(self) -> Json:
        """What is open and pointed at now (elements 4.1)."""
        with self.notes.lock:
            windows = [window_of(note, note is self.notes.front) for note in self.notes.notes]
        children = {"children": windows} if windows else {}
        root = {"id": "app", "role": "Application", "title": "Notes", **children}
        return {"protocol": PROTOCOL, "instance": self.instance, "root": root}

    def locate(self, wanted: str) -> Json | None:
        """Where an element is now (elements 4.2); None for what was never issued or cannot be placed."""
        with self.notes.lock:
            for note in self.notes.notes:
                if wanted in (note.window_id, note.id):
                    return {"state": "visible", "rects": [note.box()]}
                passage = note.passages.get(wanted)
                if passage and passage.end is not None:
                    rects = note.rects(passage)
                    return {"state": "visible", "rects": rects} if rects else {"state": "offscreen"}
            return {"state": "gone"} if wanted in self.notes.issued else None


def resource_of(name: str, **address: str) -> Json:
    """A resource or a template in a list."""
    return {"name": name, "mimeType": "application/json", **address}


def window_of(note: Note, is_front: bool) -> Json:
    """A window: its document, and in that what is selected. States are sent only when true (EL-5.3-only-true)."""
    focused = {"focused": True} if is_front else {}
    title = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", note.path.name)
    document: Json = {"id": note.id, "role": "Document", "subrole": "note", "title": title}
    document |= {"url": note.path.as_uri(), **focused}
    passage = note.passages.get(note.selected or "")
    if note.selected and passage:
        first, last = note.lines_of(passage)
        text = note.text[passage.start : passage.end]
        selection: Json = {"id": note.selected, "role": "Text", "selected": True}
        selection["content"] = [{"type": "text", "text": text[:MAX_TEXT]}]
        selection["attributes"] = {"lines": [first + 1, last + 1], "characters": len(text)}
        if not note.rects(passage):
            selection["visible"] = False  # scrolled out; a parent that is drawn is said by leaving it out
        document["children"] = [selection]
    return {"id": note.window_id, "role": "Window", "title": title, **focused, "children": [document]}


class User:
    """What the user does, at the prompt or on a checker's order."""

    def __init__(self, files: list[Path], has_screen: bool) -> None:
        self.files, self.has_screen = files, has_screen
        self.provider = Provider(files, has_screen)
        self.opened: list[Note] = []

    def select_words(self, _: str) -> Answer:
        """Other words each time."""
        return DONE if self.provider.notes.select_words() else {"cannot": "the note in front has no words"}

    def open_window(self, _: str) -> Answer:
        """One more window of the first file."""
        self.opened.append(self.provider.notes.open(self.files[0]))
        return DONE

    def close_window(self, _: str) -> Answer:
        """The window that was opened last."""
        if not self.opened:
            return {"cannot": "no window was opened"}
        self.provider.notes.close(self.opened.pop())
        return DONE

    def restart(self, _: str) -> Answer:
        """Quits and starts again: another instance, token and port."""
        self.provider.stop()
        self.provider, self.opened = Provider(self.files, self.has_screen), []
        return {**DONE, **self.provider.place}

    def steps(self) -> Steps:
        """What a checker may ask for."""
        return {
            "select-words": self.select_words,
            "open-window": self.open_window,
            "close-window": self.close_window,
            "name-logs": lambda _: {**DONE, "files": []},
            "restart": self.restart,
        }

    def prompt(self) -> None:
        """Does what the user types, until they quit."""
        at_prompt(lambda word, rest: print(self.typed(word, rest)))

    def typed(self, word: str, rest: str) -> str:
        """One command."""
        notes = self.provider.notes
        if word == "open" and Path(rest).is_file():
            notes.open(Path(rest))
            return "opened"
        if word == "select" and rest and notes.select_words(re.escape(rest)):
            return "selected"
        if word == "type" and notes.front:
            with notes.lock:
                notes.front.edit(0, 0, rest + "\n")
            return "typed"
        if word == "close" and notes.front:
            notes.close(notes.front)
            return "closed"
        return "open PATH · select WORDS · type TEXT · close · quit"


def main(arguments: list[str]) -> None:
    """Runs until the user quits or a signal comes, and leaves no descriptor behind."""
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, lambda *_: sys.exit(0))
    driven = "--driver" in arguments
    files = [Path(name) for name in arguments if name != "--driver"] or [
        Path(__file__).with_name("README.md")
    ]
    # At a prompt nothing is drawn, so nothing can be located; a checker gets the screen that notes.py lays out.
    user = User(files, has_screen=driven)
    try:
        if driven:
            drive(user.provider.place, user.steps())
        else:
            print("Notes can be found.", flush=True)
            user.prompt()
    finally:
        user.provider.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
