"""The file by which a running app is found (elements, Discovery; D-10)."""

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any


def providers_folder() -> Path:
    """The known folder: decided from the file system and the user database, not from `$HOME`."""
    if named := os.environ.get("COPANE_PROVIDERS_DIR"):
        return Path(named)
    import pwd  # not on Windows, where this example does not write a descriptor

    user = pwd.getpwuid(os.getuid())
    if sys.platform == "darwin":
        return Path(user.pw_dir) / "Library/Application Support/copane/providers"
    runtime = Path(f"/run/user/{user.pw_uid}")
    if runtime.is_dir() and runtime.stat().st_uid == user.pw_uid:
        return runtime / "copane/providers"
    return Path(user.pw_dir) / ".local/state/copane/providers"


def write_descriptor(fields: dict[str, Any]) -> Path:
    """Writes the descriptor, whole or not at all, for this user's eyes only; gives its path."""
    folder = providers_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) != 0o700:
        raise SystemExit(f"{folder} has to be a folder of your own with mode 0700; try: chmod 700 {folder}")
    path = folder / f"{os.getpid()}-{fields['instance']}.json"
    draft = path.with_suffix(".draft")  # a host reads every *.json
    with os.fdopen(
        os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8"
    ) as file:
        json.dump({"pid": os.getpid(), **fields}, file)
    draft.replace(path)
    return path
