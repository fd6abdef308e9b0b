#!/usr/bin/env python3
"""Checks the corpus: the format of every expected.json, and that what it names is in the sources.

    validate.py                       written cases; cases from packages for their format only
    validate.py --checkouts FOLDER    also the sources of packages, as SwiftPM checks them out (.build/checkouts)
    validate.py --bare FOLDER         the same from bare repositories, FOLDER/OWNER/NAME.git, at the version named
    validate.py --sweep ...           also prints spelled-out accesses (`Type.instance`) that no finding covers

Exit code 0 when clean, 1 otherwise. Standard library only.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
KINDS = {"singleton", "locator", "world", "global", "framework"}
USE_KINDS = {"read", "write", "call"}
RESOLUTIONS = {"resolved", "possible", "by name"}
OUTCOMES = {"read", "parse error", "not UTF-8"}
TOP = ["description", "origin", "singletons", "uses", "notSingletons"]
SINGLETON = {"type": str, "module": (str, type(None)), "kind": str, "instance": (str, type(None)),
             "file": (str, type(None)), "line": (int, type(None))}
USE = {"type": str, "typeModule": (str, type(None)), "member": str, "kind": str, "file": str, "line": int,
       "module": str, "enclosingType": (str, type(None)), "function": (str, type(None)), "resolution": str}
NOT = {"type": str, "member": (str, type(None)), "file": str, "line": int, "why": str}
SOURCE = {"package": str, "version": str, "licence": str, "root": str, "manifests": list, "files": list}
FRAMEWORK_MODULES = {"Foundation", "UIKit", "AppKit"}


class Case:
    def __init__(self, name, options):
        self.name = name
        self.folder = os.path.join(ROOT, name)
        self.problems = []
        self.expected = self.load("expected.json")
        path = os.path.join(self.folder, "source.json")
        self.source = self.load("source.json") if os.path.exists(path) else None
        self.options = options
        self.cache = {}

    def load(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return json.load(file)

    def fail(self, text):
        self.problems.append(f"{self.name}: {text}")

    @property
    def readable(self):
        return self.source is None or bool(self.options.checkouts or self.options.bare)

    def files(self):
        """The sources of the case, without manifests, by path from the case's root."""
        if self.source is not None:
            return sorted(self.source["files"])
        found = []
        for folder, _, names in os.walk(self.folder):
            for name in names:
                if name.endswith((".swift", ".m", ".mm", ".h")) and name != "Package.swift":
                    found.append(os.path.relpath(os.path.join(folder, name), self.folder))
        return sorted(found)

    def data(self, path):
        if self.source is None:
            with open(os.path.join(self.folder, path), "rb") as file:
                return file.read()
        inside = path if self.source["root"] == "." else f"{self.source['root']}/{path}"
        owner, name = self.source["package"].removeprefix("https://github.com/").split("/")
        if self.options.checkouts:
            with open(os.path.join(self.options.checkouts, name, inside), "rb") as file:
                return file.read()
        repository = os.path.join(self.options.bare, owner, name + ".git")
        for tag in (self.source["version"], "v" + self.source["version"]):
            run = subprocess.run(["git", "-C", repository, "show", f"{tag}:{inside}"], capture_output=True)
            if run.returncode == 0:
                return run.stdout
        raise FileNotFoundError(path)

    def lines(self, path):
        if path not in self.cache:
            try:
                text = self.data(path).decode("utf-8-sig", errors="replace")
                self.cache[path] = re.split(r"\r\n|\n|\r", text)
            except OSError as error:
                self.fail(f"{path}: cannot be read ({error})")
                self.cache[path] = None
        return self.cache[path]

    # Format

    def check(self):
        for key in TOP:
            if key not in self.expected:
                self.fail(f"key {key} is missing")
                return
        for key in self.expected:
            if key not in TOP + ["files", "firstCut", "owners"]:
                self.fail(f"unknown key {key}")
        for entry in self.expected["singletons"]:
            self.shape(entry, SINGLETON, "singleton")
            if entry["kind"] not in KINDS:
                self.fail(f"kind of singleton {entry}")
            if (entry["file"] is None) != (entry["line"] is None):
                self.fail(f"file without line {entry}")
            if entry["kind"] == "framework" and (entry["file"] is not None or entry["module"] not in FRAMEWORK_MODULES):
                self.fail(f"framework singleton {entry}")
            if (entry["instance"] is None) != (entry["kind"] == "locator"):
                self.fail(f"instance of {entry}")
        for entry in self.expected["uses"]:
            self.shape(entry, USE, "use", optional={"via": str})
            if entry["kind"] not in USE_KINDS or entry["resolution"] not in RESOLUTIONS:
                self.fail(f"kind or resolution of {entry}")
            if not self.instances(entry):
                self.fail(f"use of a singleton that is not listed {entry}")
            if entry["member"] == "(instance)" and entry["kind"] == "call":
                self.fail(f"an instance is read or written, not called {entry}")
        for entry in self.expected["notSingletons"]:
            self.shape(entry, NOT, "not a singleton")
            if any(s["file"] == entry["file"] and s["line"] == entry["line"] and s["type"] == entry["type"]
                   and s["instance"] == entry["member"] for s in self.expected["singletons"]):
                self.fail(f"both a singleton and not {entry}")
        keys = [(u["file"], u["line"], u["type"], u["member"], u["kind"]) for u in self.expected["uses"]]
        if keys != sorted(keys):
            self.fail("uses are not sorted by file, line, type, member, kind")
        if self.source is not None:
            self.shape(self.source, SOURCE, "source")
        elif self.name.startswith("package-"):
            self.fail("source.json is missing")
        if self.readable:
            self.check_sources()

    def shape(self, entry, keys, what, optional={}):
        for key, kind in keys.items():
            if key not in entry:
                self.fail(f"{what} lacks {key}: {entry}")
                entry[key] = None
            elif not isinstance(entry[key], kind) or (isinstance(entry[key], bool) and kind is not bool):
                self.fail(f"{what}: {key} has the wrong type: {entry}")
        for key in entry:
            if key not in keys and not (key in optional and isinstance(entry[key], optional[key])):
                self.fail(f"{what} has unknown {key}: {entry}")

    def instances(self, use):
        return [s for s in self.expected["singletons"]
                if s["type"] == use["type"] and s["module"] == use["typeModule"]]

    # Sources

    def check_sources(self):
        files = self.files()
        for path in files:
            self.lines(path)
        if self.source is not None:
            for manifest in self.source["manifests"]:
                self.lines(manifest)
        for entry in self.expected["singletons"]:
            if entry["file"] is not None:
                self.occurs(entry, files, [entry["instance"] or entry["type"].split(".")[-1]])
        for entry in self.expected["notSingletons"]:
            self.occurs(entry, files, [entry["member"] or entry["type"].split(".")[-1]])
        for entry in self.expected["uses"]:
            names = {s["instance"] or s["type"].split(".")[-1] for s in self.instances(entry)}
            if "via" in entry:
                names = {entry["via"]}
            elif entry["member"] not in ("(instance)", "subscript", "callAsFunction"):
                # The member may stand on a later line of a chain; the instance does not.
                names |= {entry["member"]}
            if self.occurs(entry, files, names):
                self.encloses(entry)
        for entry in self.expected.get("files", []):
            self.shape(entry, {"file": str, "outcome": str, "scored": bool, "why": str}, "file")
            if entry["file"] not in files or entry["outcome"] not in OUTCOMES:
                self.fail(f"file or outcome: {entry}")
            try:
                self.data(entry["file"]).decode("utf-8")
                valid = True
            except UnicodeDecodeError:
                valid = False
            if valid == (entry["outcome"] == "not UTF-8"):
                self.fail(f"UTF-8 or not: {entry}")
        if "files" in self.expected and sorted(f["file"] for f in self.expected["files"]) != files:
            self.fail("files does not list exactly the sources")

    def occurs(self, entry, files, names):
        if entry["file"] not in files:
            self.fail(f"{entry['file']} is not a source of the case")
            return False
        lines = self.lines(entry["file"])
        if lines is None:
            return False
        if not 1 <= entry["line"] <= len(lines):
            self.fail(f"{entry['file']} has no line {entry['line']}")
            return False
        line = lines[entry["line"] - 1]
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) for name in names):
            self.fail(f"{entry['file']}:{entry['line']}: none of {sorted(names)} in {line.strip()!r}")
            return False
        return True

    def encloses(self, use):
        """The enclosing type and function are declared, by those names, in the file on or near the line."""
        lines = self.lines(use["file"])
        before = "\n".join(lines[:use["line"]])
        # The attributes of a function stand above its name.
        near = "\n".join(lines[:use["line"] + 5])
        if not use["file"].endswith(".swift"):
            parts = (use["function"] or "").rstrip(":").split(":")
            for name in [use["enclosingType"] or ""] + parts:
                if name not in before:
                    self.fail(f"{use['file']}:{use['line']}: no {name} is declared above")
            return
        if use["enclosingType"] is not None:
            for part in use["enclosingType"].split("."):
                if not re.search(rf"\b(class|struct|enum|actor|protocol|extension)\s+(\w+\.)*{part}\b", before):
                    self.fail(f"{use['file']}:{use['line']}: no {part} is declared above")
        name = use["function"]
        if name is not None:
            special = {"init": r"\binit\b", "deinit": r"\bdeinit\b", "subscript": r"\bsubscript\b"}
            pattern = special.get(name, rf"\b(func|var)\s+`?{re.escape(name)}`?(?!\w)")
            if not re.search(pattern, near):
                self.fail(f"{use['file']}:{use['line']}: no {name} is declared above")

    # Completeness, as far as text shows it

    def sweep(self):
        """Lines that spell out `Type.instance` more often than findings say, outside line comments."""
        if not self.readable or self.name == "hostile":
            return
        count = collections.Counter((u["file"], u["line"], u["type"]) for u in self.expected["uses"] if "via" not in u)
        for entry in self.expected["singletons"]:
            if entry["instance"] is None or entry["kind"] in ("world", "global"):
                name = entry["instance"] or entry["type"].split(".")[-1] + r"\.\w+"
                pattern = rf"(?<![\w.]){name}\b" if entry["instance"] else rf"\b{name}"
            else:
                pattern = rf"\b{entry['type'].split('.')[-1]}\.`?{entry['instance']}\b"
            for path in self.files():
                for number, line in enumerate(self.lines(path) or [], 1):
                    if line.lstrip().startswith("//") or (path, number) == (entry["file"], entry["line"]):
                        continue
                    found = len(re.findall(pattern, line))
                    if found > count[(path, number, entry["type"])]:
                        print(f"sweep {self.name}: {path}:{number}: {line.strip()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkouts")
    parser.add_argument("--bare")
    parser.add_argument("--sweep", action="store_true")
    options = parser.parse_args()
    names = sorted(n for n in os.listdir(ROOT) if os.path.isdir(os.path.join(ROOT, n)) and not n.startswith((".", "__")))
    cases, problems = [], []
    for name in names:
        case = Case(name, options)
        case.check()
        if options.sweep:
            case.sweep()
        cases.append(case)
        problems += case.problems
    for problem in problems:
        print(problem)

    def total(select):
        chosen = [c for c in cases if select(c)]
        return (len(chosen), sum(len(c.files()) for c in chosen), sum(len(c.expected["singletons"]) for c in chosen),
                sum(len(c.expected["uses"]) for c in chosen), sum(len(c.expected["notSingletons"]) for c in chosen))

    print(f"{'':<10}{'cases':>7}{'files':>7}{'singletons':>12}{'uses':>7}{'not':>6}")
    everything = total(lambda c: True)
    for title, row in (("written", total(lambda c: c.source is None)), ("packages", total(lambda c: c.source is not None)),
                       ("all", everything)):
        print(f"{title:<10}{row[0]:>7}{row[1]:>7}{row[2]:>12}{row[3]:>7}{row[4]:>6}")
    row = total(lambda c: c.source is not None)
    print(f"not written for the purpose: {row[1] / everything[1]:.0%} of the files, {row[3] / everything[3]:.0%} of the uses")
    unread = [c.name for c in cases if not c.readable]
    if unread:
        print(f"{len(unread)} cases from packages were checked for their format only (--checkouts or --bare reads them)")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
