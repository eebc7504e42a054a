"""Files of this machine, by path, and of an object store, by address (`s3://`, `gs://`), through the same functions.

A file appears under its name only when it is whole: it is written elsewhere first.
"""

from __future__ import annotations

import os
import shutil
import uuid
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from cse.errors import InvalidInput, MissingExtra, RunError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

UNFINISHED = "unfinished"
"""The part of an output folder where files are written before they get their name."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file, and what tells whether it has changed since.

    Attributes:
        path: Its whole path or address.
        size: Its bytes.
        changed: When it was written, in nanoseconds.
    """

    path: str
    size: int
    changed: int


def is_address(path: str) -> bool:
    """Tells an address in an object store from a path of this machine.

    >>> is_address("s3://bucket/answers"), is_address("answers/*.jsonl")
    (True, False)
    """
    return "://" in path


def whole(path: str) -> str:
    """Returns a path that means the same file from every folder and process; an address is one."""
    return path.rstrip("/") if is_address(path) else Path(os.path.abspath(path)).as_posix()


def find(source: str) -> list[Found]:
    """Lists the files of a folder and all below it, those that a pattern matches, or the one file, by path.

    Names that begin with `.` or `_` are passed over, as other engines do. In an address only the last part may be a
    pattern.

    Raises:
        InvalidInput: There is none, or the store cannot be reached.
    """
    found = _find_stored(source) if is_address(source) else _find_here(source)
    if not found:
        raise InvalidInput(
            f"There is no file at {source!r}; name a file, a folder or a pattern such as 'answers/*.jsonl'."
        )
    return sorted(found, key=lambda file: file.path)


def _find_here(source: str) -> list[Found]:
    if Path(source).is_dir():
        paths = [path for path in Path(source).rglob("*") if _counts(path.relative_to(source).as_posix())]
    else:
        paths = [Path(source)] if Path(source).exists() else [Path(path) for path in glob(source, recursive=True)]
    files = [path for path in paths if path.is_file()]
    return [Found(whole(str(path)), path.stat().st_size, path.stat().st_mtime_ns) for path in files]


def _counts(name: str) -> bool:
    return not any(part.startswith((".", "_")) for part in name.split("/"))


def _find_stored(source: str) -> list[Found]:
    from pyarrow.fs import FileSelector, FileType

    system, path = _system(source)
    scheme = source.partition("://")[0]
    try:
        info = system.get_file_info(path)
        if info.type == FileType.File:
            infos = [info]
        elif info.type == FileType.Directory:
            infos = system.get_file_info(FileSelector(path, recursive=True))
            infos = [one for one in infos if _counts(one.path.removeprefix(path).lstrip("/"))]
        else:
            parent, _, pattern = path.rpartition("/")
            infos = system.get_file_info(FileSelector(parent, allow_not_found=True))
            infos = [one for one in infos if fnmatchcase(one.base_name, pattern)]
    except OSError as error:
        raise InvalidInput(f"{source!r} cannot be read: {error}.") from error
    files = [one for one in infos if one.type == FileType.File]
    return [Found(f"{scheme}://{one.path}", one.size, one.mtime_ns or 0) for one in files]


def _system(address: str) -> tuple[FileSystem, str]:
    try:
        import pyarrow
        from pyarrow.fs import FileSystem
    except ModuleNotFoundError as error:
        raise MissingExtra(f"The address {address!r}", "ray") from error
    try:
        system, path = FileSystem.from_uri(address)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowNotImplementedError, OSError) as error:
        raise InvalidInput(f"The address {address!r} cannot be used: {error}.") from error
    return system, path


def open_file(path: str) -> BinaryIO:
    """Opens a file for reading at any place of it.

    Raises:
        InvalidInput: It cannot be opened.
    """
    try:
        if is_address(path):
            system, inner = _system(path)
            return cast("BinaryIO", system.open_input_file(inner))
        return Path(path).open("rb")
    except OSError as error:
        raise InvalidInput(f"{path!r} cannot be read: {error}.") from error


def read(path: str) -> bytes | None:
    """Returns what a file holds, None where there is no file.

    Raises:
        InvalidInput: It cannot be read.
    """
    try:
        if is_address(path):
            system, inner = _system(path)
            with system.open_input_file(inner) as file:
                return bytes(file.read())
        return Path(path).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InvalidInput(f"{path!r} cannot be read: {error}.") from error


def write(folder: str, name: str, data: bytes) -> None:
    """Writes a file of an output folder in one step, in place of an older one.

    Args:
        folder: The output folder, a path or an address.
        name: Name of the file, with the folders between.
        data: What it holds.

    Raises:
        RunError: It cannot be written.
    """
    temporary, path = f"{folder}/{UNFINISHED}/{uuid.uuid4().hex}", f"{folder}/{name}"
    try:
        if is_address(folder):
            _write_stored(temporary, path, data)
            return
        for parent in (Path(temporary).parent, Path(path).parent):
            parent.mkdir(parents=True, exist_ok=True)
        Path(temporary).write_bytes(data)
        Path(temporary).replace(path)
    except OSError as error:
        raise RunError(
            f"{path!r} cannot be written ({error}); what is finished is kept, and the same command again goes on."
        ) from error


def _write_stored(temporary: str, path: str, data: bytes) -> None:
    system, inner = _system(temporary)
    target = _system(path)[1]
    for one in (inner, target):
        system.create_dir(one.rpartition("/")[0], recursive=True)
    with system.open_output_stream(inner) as file:
        file.write(data)
    system.move(inner, target)


def remove(folder: str, name: str) -> None:
    """Removes a file of an output folder, where it is there."""
    if not is_address(folder):
        Path(folder, name).unlink(missing_ok=True)
    elif name in names(folder):
        system, inner = _system(f"{folder}/{name}")
        system.delete_file(inner)


def names(folder: str) -> list[str]:
    """Lists the names of the files right in a folder; none where there is no folder."""
    if is_address(folder):
        from pyarrow.fs import FileSelector, FileType

        system, inner = _system(folder)
        infos = system.get_file_info(FileSelector(inner, allow_not_found=True))
        return sorted(info.base_name for info in infos if info.type == FileType.File)
    path = Path(folder)
    return sorted(one.name for one in path.iterdir() if one.is_file()) if path.is_dir() else []


def clear_unfinished(folder: str) -> None:
    """Removes what a process that was killed left in an output folder without a name."""
    path = f"{folder}/{UNFINISHED}"
    if is_address(folder):
        from pyarrow.fs import FileType

        system, inner = _system(path)
        if system.get_file_info(inner).type == FileType.Directory:
            system.delete_dir(inner)
        return
    shutil.rmtree(path, ignore_errors=True)
