#!/usr/bin/env python3
"""Writes the hostile sources that a repository cannot hold or should not: make.py FOLDER

Every file is the same on each run. The folder must not exist yet. See ../README.md for what is expected of them.
"""
import os
import sys

USE = "func use() {{\n    Hostile{n}.shared.touch()\n}}\n\nfinal class Hostile{n} {{\n    static let shared = Hostile{n}()\n    func touch() {{}}\n}}\n"


def main(root):
    app = os.path.join(root, "App")
    os.makedirs(app)

    def write(name, data):
        with open(os.path.join(app, name), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode("utf-8"))

    # Names. A newline is a legal character of a file name on every system but Windows.
    write("two\nlines.swift", USE.format(n="Newline"))
    write("tab\there.swift", USE.format(n="Tab"))
    write("-dash.swift", USE.format(n="Dash"))
    write("quote\"and'quote.swift", USE.format(n="Quote"))

    # Sizes. One line of ten million bytes; an expression of 5,000 levels; 3,000 levels of braces.
    write("one-line.swift", "let text = \"" + "x" * 10_000_000 + "\"; func use() { OneLine.shared.touch() }; "
          "final class OneLine { static let shared = OneLine(); func touch() {} }\n")
    write("deep-parentheses.swift", "let value = " + "(" * 5_000 + "1" + ")" * 5_000 + "\n" + USE.format(n="Parentheses"))
    write("deep-braces.swift", "func deep() {\n" + "if true {\n" * 3_000 + "}\n" * 3_000 + "}\n" + USE.format(n="Braces"))
    write("deep-interpolation.swift", "let text = " + "\"\\(" * 300 + "1" + ")\"" * 300 + "\n")
    write("long-chain.swift", "let value = [1]" + ".map { $0 }" * 3_000 + "\n" + USE.format(n="Chain"))
    write("many-uses.swift", USE.format(n="Many") + "func many() {\n" + "    HostileMany.shared.touch()\n" * 10_000 + "}\n")

    # Bytes.
    write("nul.swift", b"func a() {}\n\0\0\0\nfunc b() {}\n")
    write("utf-16.swift", USE.format(n="Wide").encode("utf-16"))
    write("random.swift", bytes((i * 197 + (i >> 8) * 31) % 256 for i in range(65_536)))
    write("unterminated-comment.swift", "/* " * 1_000 + "HostileMany.shared.touch()\n")

    # The file system: links in circles and to nowhere, a folder named as a source, a folder without permission.
    os.symlink("..", os.path.join(app, "circle"))
    os.symlink("missing.swift", os.path.join(app, "dangling.swift"))
    os.symlink("self.swift", os.path.join(app, "self.swift"))
    os.mkdir(os.path.join(app, "folder.swift"))
    closed = os.path.join(app, "closed")
    os.mkdir(closed)
    with open(os.path.join(closed, "Hidden.swift"), "w") as file:
        file.write(USE.format(n="Hidden"))
    os.chmod(closed, 0)
    unreadable = os.path.join(app, "unreadable.swift")
    with open(unreadable, "w") as file:
        file.write(USE.format(n="Unreadable"))
    os.chmod(unreadable, 0)


if __name__ == "__main__":
    if len(sys.argv) != 2 or os.path.exists(sys.argv[1]):
        sys.exit("usage: make.py FOLDER (which must not exist)")
    main(sys.argv[1])
