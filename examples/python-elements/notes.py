"""A viewer of text files: a window a file, a cursor in the one in front, words that the user selected.

The app itself. It knows no protocol; only its ids are made so that they can be handed out.
"""

import re
import threading
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

Rect = dict[str, int]

CELL_W, CELL_H = 8, 16
LINES, COLUMNS = 24, 80


@dataclass
class Passage:
    """A run of text; `end` is None once the text is gone (EL-9.1-passage)."""

    start: int
    end: int | None

    def follow(self, start: int, end: int, length: int) -> None:
        """Moves with an edit that put `length` characters in the place of `start` to `end`."""
        if self.end is None or start >= self.end:
            return
        if end <= self.start:
            self.start += length - (end - start)
            self.end += length - (end - start)
        elif start <= self.start and end >= self.end:
            self.end = None
        else:  # what is left of it, with what was written inside
            inside = length if start > self.start and end < self.end else 0
            kept_before, kept_after = max(0, start - self.start), max(0, self.end - end)
            self.start = self.start if start > self.start else start + length
            self.end = self.start + kept_before + inside + kept_after


@dataclass
class Note:
    """One window with one file in it."""

    window_id: str
    id: str
    path: Path
    text: str
    left: int
    top: int
    scrolled: int = 0
    passages: dict[str, Passage] = field(default_factory=dict)
    selected: str | None = None

    def edit(self, start: int, end: int, text: str) -> None:
        """The user types `text` in the place of what is there; passages stay with their words."""
        self.text = self.text[:start] + text + self.text[end:]
        for passage in self.passages.values():
            passage.follow(start, end, len(text))
        if self.selected and self.passages[self.selected].end is None:
            self.selected = None

    def lines_of(self, passage: Passage) -> tuple[int, int]:
        """The first and the last line of a passage, from 0."""
        return self.text.count("\n", 0, passage.start), self.text.count("\n", 0, (passage.end or 1) - 1)

    def box(self) -> Rect:
        """Where the window is on the screen."""
        return {"x": self.left, "y": self.top, "w": COLUMNS * CELL_W, "h": LINES * CELL_H}

    def rects(self, passage: Passage) -> list[Rect]:
        """Where a passage is on the screen, a rectangle a line; what is scrolled out has none."""
        found, at = [], 0
        for number, line in enumerate(self.text.split("\n")):
            first, last = max(passage.start - at, 0), min((passage.end or 0) - at, len(line), COLUMNS)
            at += len(line) + 1
            row = number - self.scrolled
            if first < last and 0 <= row < LINES:
                x, y = self.left + first * CELL_W, self.top + row * CELL_H
                found.append({"x": x, "y": y, "w": (last - first) * CELL_W, "h": CELL_H})
        return found


class Notes:
    """The whole app. Whoever looks at more than one thing of it holds `lock`."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.notes: list[Note] = []
        self.numbers = count(1)
        self.issued: set[str] = set()

    @property
    def front(self) -> Note | None:
        """The window that has the keyboard."""
        return self.notes[-1] if self.notes else None

    def new_id(self, kind: str) -> str:
        """An id that was never given out before in this run (EL-9.1-id-stable)."""
        new = f"{kind}-{next(self.numbers)}"
        self.issued.add(new)
        return new

    def open(self, path: Path) -> Note:
        """The user opens a file; the same file again is another window with other ids."""
        text = path.read_text(encoding="utf-8", errors="replace")
        with self.lock:
            step = 24 * (len(self.notes) % 10)
            note = Note(self.new_id("w"), self.new_id("doc"), path.resolve(), text, 80 + step, 60 + step)
            self.notes.append(note)
            return note

    def close(self, note: Note) -> None:
        """The user closes a window; its ids stay issued, and are answered with gone."""
        with self.lock:
            self.notes.remove(note)

    def select(self, note: Note, start: int, end: int) -> str:
        """The user selects text; what was selected before keeps its id and its passage."""
        with self.lock:
            note.selected = self.new_id("sel")
            note.passages[note.selected] = Passage(start, end)
            return note.selected

    def select_words(self, words: str = r"\S+\s+\S+") -> bool:
        """Selects the next match of a pattern in the front window, from the top again after the last."""
        with self.lock:
            note = self.front
            if note is None:
                return False
            after = note.passages[note.selected].end or 0 if note.selected else 0
            match = re.compile(words).search(note.text, after) or re.compile(words).search(note.text)
            if match is None or match.end() == match.start():
                return False
            self.select(note, match.start(), match.end())
            first, last = note.lines_of(note.passages[note.selected or ""])
            if not note.scrolled <= first <= last < note.scrolled + LINES:
                note.scrolled = first
            return True
