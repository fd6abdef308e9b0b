package import Foundation

/// Git, and the one place that runs it: for reading, and for the notes that a person asks for.
///
/// A repository can name programs for git to run: hooks, a monitor of files, filters, a pager, programs that show differences. It
/// can be somebody else's, with a `config` of theirs: from an archive, or a bare repository inside of a clone. So all of them
/// are off, nothing is fetched, no lock is taken, no variable of git's comes from the environment, and a bare repository counts only
/// if a command names it. The user's own configuration is read: it says which folders of other owners are safe.
package struct Git: Sendable {
    /// The folder that commands run for.
    private let folder: String
    private let program: String
    private var environment: [String: String]
    private let deadline: Deadline
    /// The options that name a bare repository.
    private let place: [String]
    /// Settings that come before those of every file.
    private var settings = [
        "safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat",
        "core.editor=false", "core.sshCommand=false", "core.askPass=false", "core.untrackedCache=false",
        "diff.external=",
        "protocol.allow=never", "submodule.recurse=false",
    ]

    /// Creates a value for a folder.
    ///
    /// - Parameters:
    ///   - tree: the tree whose programs aren't run, nor those of the repositories around it.
    ///   - deadline: when all commands for the tree have to be done.
    ///   - isBare: whether the folder is a repository without a work tree, which a person named.
    package init?(
        at folder: String,
        of tree: String,
        until deadline: Deadline,
        isBare: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        // The outermost one, whose programs somebody else may have written, too.
        let tree = WritableTree.repositories(around: tree).last ?? tree
        guard let program = Program.find("git", outside: tree, environment: environment) else { return nil }
        self.folder = URL(fileURLWithPath: folder).path
        self.program = program
        self.deadline = deadline
        place = isBare ? ["--git-dir", "."] : []
        var variables = Program.environment(outside: tree, from: environment)
        variables["GIT_OPTIONAL_LOCKS"] = "0"
        variables["GIT_TERMINAL_PROMPT"] = "0"
        variables["GIT_NO_LAZY_FETCH"] = "1"
        variables["GIT_NO_REPLACE_OBJECTS"] = "1"
        variables["GIT_ALLOW_PROTOCOL"] = "none"
        variables["GIT_LITERAL_PATHSPECS"] = "1"
        variables["GIT_PAGER"] = "cat"
        variables["LC_ALL"] = "C"
        self.environment = variables
    }

    /// When git has to be done. A repository can contain pipes in place of git's own files, for which it would wait; several
    /// commands together wait no longer than one.
    package struct Deadline: Sendable {
        private let end: ContinuousClock.Instant

        /// Creates a deadline.
        package init(after limit: Duration = .seconds(45)) {
            end = .now + limit
        }

        fileprivate var left: Duration { end - .now }
    }

    /// Returns the output of a command, whose name is one of git's own; nil if it fails, or isn't done in time.
    package func run(_ arguments: [String], input: Data? = nil) -> Data? {
        let options = ["-C", folder, "--no-pager"] + place + settings.flatMap { ["-c", $0] }
        guard deadline.left > .zero else { return nil }
        let result = Program.run(
            program,
            arguments: options + arguments,
            environment: environment,
            input: input,
            limit: deadline.left
        )
        return result?.code == 0 ? result?.output : nil
    }

    /// Returns the output of a command as texts that end with a null byte.
    package func list(_ arguments: [String], input: Data? = nil) -> [String]? {
        run(arguments, input: input).map { $0.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// The work tree around the folder; nil if there is none, or if the settings of the repository name one that isn't: any folder of
    /// the user's, whose files git would then read as if they were the tree's.
    package var workTree: String? {
        guard let output = run(["rev-parse", "--show-toplevel"]), let real = realpath(folder, nil) else { return nil }
        defer { free(real) }
        let (place, folder) = (String(decoding: output, as: UTF8.self), String(cString: real))
        let top = place.hasSuffix("\n") ? String(place.dropLast()) : place
        var status = stat()
        let isAround = folder == top || folder.hasPrefix(top == "/" ? top : top + "/")
        return isAround && lstat(top + "/.git", &status) == 0 ? top : nil
    }

    /// Returns a value whose commands have more settings and variables.
    package func adding(settings: [String] = [], variables: [String: String] = [:]) -> Git {
        var git = self
        git.settings += settings
        git.environment.merge(variables) { $1 }
        return git
    }

    /// Returns a value whose commands run no filters of contents; nil if the filters can't be switched off.
    package func withoutFilters() -> Git? {
        // Fails if there are none.
        let keys = list(["config", "--name-only", "-z", "--get-regexp", "^filter\\."]) ?? []
        var git = self
        for key in Set(keys.compactMap { key in key.lastIndex(of: ".").map { String(key[..<$0]) } }).sorted() {
            // The name of a setting on the command line ends with the first of these.
            guard !key.contains("="), !key.contains("\n") else { return nil }
            git.settings += ["\(key).clean=", "\(key).smudge=", "\(key).process=", "\(key).required=false"]
        }
        return git
    }
}
