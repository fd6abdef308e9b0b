"""What the programs of this folder share."""

import argparse
import inspect
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# How git commits here.
AS_CI = ["-c", "user.name=ci", "-c", "user.email=ci@localhost", "-c", "commit.gpgSign=false", "-c", "tag.gpgSign=false"]
PASSED = re.compile(r"Test run with ([1-9]\d*) tests?.* passed")


class Wrong(Exception):
    """Something is not as it has to be."""


def require(condition, words):
    if not condition:
        raise Wrong(words)


def attempt(*command, folder=ROOT, limit=3600, **environment):
    """Runs a command to its end, or for `limit` seconds, and returns its exit code (124 then) and what it wrote."""
    try:
        return subprocess.run(
            [str(part) for part in command], cwd=folder, env=os.environ | environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", timeout=limit)
    except FileNotFoundError:
        raise Wrong(f"there is no {command[0]}") from None
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, stdout="", stderr=f"ended after {limit} s\n")


def finished(done, code):
    """Returns a command that has ended as it must."""
    if done.returncode != code:
        command = " ".join(map(str, done.args))
        raise Wrong(f"{command}: exit code {done.returncode}, not {code}\n{(done.stdout + done.stderr)[-6000:]}")
    return done


def run(*command, code=0, **options):
    """Runs a command that has to end with `code`, and returns all that it wrote."""
    done = finished(attempt(*command, **options), code)
    return done.stdout + done.stderr


def output(*command, code=0, **options):
    """Runs a command that has to end with `code`, and returns its standard output alone."""
    return finished(attempt(*command, **options), code).stdout


def passed(said):
    """Returns the closing summary of `swift test` in what it wrote."""
    found = PASSED.search(said)
    require(found, f"no closing summary of swift test\n{said[-6000:]}")
    return found[0]


def copy_files(folder, *names):
    """Copies what git knows or would know below some names of this checkout."""
    listed = output("git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *names)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
            (folder / name).chmod((ROOT / name).stat().st_mode)


def replace_table(page, name, table):
    """Puts a table between the marks of its name on a page; returns the new text."""
    text = page.read_text()
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    return text[: text.index(begin) + len(begin)] + "\n" + table + "\n" + text[text.index(end) :]


def main(described, *functions):
    """Runs the function that the command line names. Its parameters are the arguments; those with a default are options."""
    arguments = argparse.ArgumentParser(description=described, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for function in functions:
        parser = commands.add_parser(function.__name__, help=function.__doc__)
        for name, parameter in inspect.signature(function).parameters.items():
            typed = {} if parameter.annotation is parameter.empty else {"type": parameter.annotation}
            if parameter.default is False:
                parser.add_argument(f"--{name}", action="store_true")
            elif parameter.default is not parameter.empty:
                parser.add_argument(f"--{name}", default=parameter.default, **typed)
            else:
                parser.add_argument(name, **typed, **({"nargs": "*"} if parameter.kind is parameter.VAR_POSITIONAL else {}))
    given = vars(arguments.parse_args())
    function = {function.__name__: function for function in functions}[given.pop("command")]
    many = [name for name, parameter in inspect.signature(function).parameters.items() if parameter.kind is parameter.VAR_POSITIONAL]
    ahead = list(given)[: list(given).index(many[0])] if many else []
    try:
        function(*(given.pop(name) for name in ahead), *(given.pop(many[0]) if many else ()), **given)
    except Wrong as wrong:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {wrong}")
