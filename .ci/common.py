"""What the programs of this folder share."""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "Modules/Seam"
# How much is tried: `quick` is what `swift test` tries by itself, `change` every change, `full` what comes before a release.
EFFORT = os.environ.get("EFFORT", "quick")


class Wrong(Exception):
    """Something is not as it has to be."""


def require(condition, words):
    if not condition:
        raise Wrong(words)


def run(*command, folder=ROOT, code=0, only_output=False, **environment):
    """Runs a command to its end and returns what it wrote. `code` is the exit code that it must have; None allows each."""
    command = [str(part) for part in command]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, stdin=subprocess.DEVNULL, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE if only_output else subprocess.STDOUT)
    if code is not None and done.returncode != code:
        told = (done.stdout + (done.stderr or ""))[-6000:]
        raise Wrong(f"{' '.join(command)}: exit code {done.returncode}, not {code}\n{told}")
    return done.stdout


def program(described, *subcommands):
    """Runs the subcommand that the command line names. Each is a function, and a function that adds its arguments."""
    arguments = argparse.ArgumentParser(description=described, formatter_class=argparse.RawDescriptionHelpFormatter)
    parsers = arguments.add_subparsers(required=True, metavar="COMMAND")
    for function, *flags in subcommands:
        parser = parsers.add_parser(function.__name__.replace("_", "-"), help=function.__doc__.splitlines()[0])
        parser.set_defaults(function=function)
        for name, options in flags:
            parser.add_argument(name, **options)
    given = vars(arguments.parse_args())
    try:
        given.pop("function")(**given)
    except Wrong as wrong:
        print(f"{pathlib.Path(sys.argv[0]).name}: {wrong}", file=sys.stderr)
        sys.exit(1)
