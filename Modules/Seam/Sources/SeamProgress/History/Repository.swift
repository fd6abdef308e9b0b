import Foundation
import SeamKit

/// A git repository, from which commits and their files are read. Nothing is fetched, and nothing in it is written but notes, by
/// `VerifiedTrees`.
struct Repository: Sendable {
    /// A commit of the history.
    struct Commit: Sendable, Equatable {
        /// The hash, in hexadecimal digits.
        var id: String
        /// When it was made; never before the commits it follows. Seconds since 1970.
        var time: Int
        /// The hash of its files.
        var tree: String
    }

    /// A file of a commit.
    struct File: Sendable, Equatable {
        /// Relative to the folder that the history is about.
        var path: String
        /// The hash of its content.
        var blob: String
        /// In bytes; nil if the repository hasn't the content.
        var size: Int?
    }

    /// The files of a commit, and what git lists besides them.
    struct Listing: Sendable, Equatable {
        var files: [File] = []
        /// The folders that are repositories of their own, relative to the root of the repository.
        var submodules: [String] = []
        /// The number of sources that are links to other files.
        var links = 0
        /// The number of sources whose path isn't one of this system, or isn't UTF-8.
        var unusable = 0
    }

    /// The folder as it was given.
    let path: String
    /// The folder in the repository that the history is about, with `/` at its end; empty for the whole repository.
    let prefix: String
    let isBare: Bool
    /// Whether older commits are cut off.
    let isShallow: Bool

    /// Opens the repository around a folder.
    init(at path: String) throws(HistoryFailure) {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw HistoryFailure(FolderTrouble.text(of: path))
        }
        guard Self.git(at: path) != nil else {
            throw HistoryFailure("there is no git on PATH; progress is read from the history that git has")
        }
        if let prefix = Self.line(Self.git(at: path), arguments: ["rev-parse", "--show-prefix"]) {
            (isBare, self.prefix) = (false, prefix)
        } else if Self.line(Self.git(at: path, isBare: true), arguments: ["rev-parse", "--is-bare-repository"])
            == "true"
        {
            (isBare, prefix) = (true, "")
        } else {
            throw HistoryFailure(
                "\(path) is in no git repository, or git may not read it; `git -C \(path) log` says why. "
                    + "`seam map` needs no history"
            )
        }
        isShallow =
            Self.line(Self.git(at: path, isBare: isBare), arguments: ["rev-parse", "--is-shallow-repository"]) == "true"
    }

    private static func git(at path: String, isBare: Bool = false) -> Git? {
        Git(at: path, of: path, until: Git.Deadline(), isBare: isBare)
    }

    private static func line(_ git: Git?, arguments: [String]) -> String? {
        git?.run(arguments).map { data in
            var text = String(decoding: data, as: UTF8.self)
            if text.hasSuffix("\n") { text.removeLast() }
            return text
        }
    }

    var git: Git? { Self.git(at: path, isBare: isBare) }

    /// Returns the first line that a command prints; nil if it fails.
    func line(_ arguments: [String]) -> String? { Self.line(git, arguments: arguments) }

    /// The path under which results about this history are stored.
    var place: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "//history" }

    /// Whether contents were left out when it was cloned.
    private var isPartial: Bool { line(["config", "--get-regexp", #"^remote\..*\.partialclonefilter$"#]) != nil }

    // MARK: Commits

    /// Returns the hash of the commit that a name means; nil if there is none.
    func commit(called name: String) -> String? { object(called: name + "^{commit}") }

    /// Returns the hash of the files of the commit that a name means; nil if there is none.
    func tree(called name: String) -> String? { object(called: name + "^{tree}") }

    private func object(called name: String) -> String? {
        line(["rev-parse", "--verify", "--quiet", "--end-of-options", name])
    }

    /// Returns the newest commit that two have in common; nil if they have none.
    func base(of first: String, and second: String) -> String? { line(["merge-base", first, second]) }

    /// Returns the commits that lead to one along the first parents, oldest first. What a merge brings counts at the merge.
    ///
    /// - Parameter base: the commit that the list begins with, if it is not the whole history.
    func commits(to head: String, from base: String?) throws(HistoryFailure) -> [Commit] {
        var arguments = ["rev-list", "--first-parent", "--format=%H %ct %T", head]
        if let base { arguments.append("^" + base) }
        guard let newer = git?.run(arguments) else { throw unreadable() }
        var lines = String(decoding: newer, as: UTF8.self)
        if let base {
            guard let own = git?.run(["rev-list", "--max-count=1", "--format=%H %ct %T", base]) else {
                throw unreadable()
            }
            lines += String(decoding: own, as: UTF8.self)
        }
        var commits: [Commit] = []
        for line in lines.split(separator: "\n").reversed() where !line.hasPrefix("commit ") {
            let words = line.split(separator: " ")
            guard words.count == 3, let time = Int(words[1]) else { continue }
            // Clocks differ, and a rebase keeps no order: time never runs backwards here.
            let last = commits.last?.time ?? .min
            commits.append(Commit(id: String(words[0]), time: max(time, last), tree: String(words[2])))
        }
        guard !commits.isEmpty else { throw unreadable() }
        return commits
    }

    private func unreadable() -> HistoryFailure {
        HistoryFailure(
            "git cannot read the commits of \(path): one is missing or damaged; `git -C \(path) fsck` says which, and "
                + "`git fetch` brings missing ones",
            isUnreadable: true
        )
    }

    // MARK: Files

    /// Returns those files of a commit that an analysis reads.
    func listing(of commit: String) throws(HistoryFailure) -> Listing {
        guard let output = git?.run(["ls-tree", "-r", "-z", "-l", "--full-tree", commit]) else {
            let advice =
                isPartial
                ? "this is a partial clone, and `git -C \(path) fetch --refetch --no-filter` completes it"
                : "a part of it is missing or damaged; `git -C \(path) fsck` says which"
            throw HistoryFailure(
                "git cannot list the files of commit \(commit.prefix(12)): \(advice). What was read before is stored",
                isUnreadable: true
            )
        }
        var listing = Listing()
        for entry in output.split(separator: 0) {
            guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
            let words = entry[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 4 else { continue }
            let bytes = entry[(tab + 1)...]
            guard let whole = String(validating: bytes, as: UTF8.self) else {
                listing.unusable += 1
                continue
            }
            if words[0] == "160000" { listing.submodules.append(whole) }
            guard whole.hasPrefix(prefix) else { continue }
            let path = String(whole.dropFirst(prefix.count))
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard SourceTree.reads(name) || Self.lists.contains(path) else { continue }
            if words[0] == "120000" { listing.links += 1 }
            guard words[0].hasPrefix("100") else { continue }
            guard Self.isUsable(path) else {
                listing.unusable += 1
                continue
            }
            listing.files.append(File(path: path, blob: words[2], size: Int(words[3])))
        }
        return listing
    }

    /// The files besides sources that are read.
    private static let lists = Set(CodeOwners.places)

    /// Returns whether a path can be one below a folder. A tree can be made by hand, with any names.
    private static func isUsable(_ path: String) -> Bool {
        path.utf8.count < 1024
            && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { name in
                !name.isEmpty && name != "." && name != ".." && name.lowercased() != ".git" && name.utf8.count < 256
            }
    }

    /// Reads contents, and hands each over once. A content that the repository hasn't is left out.
    func read(_ blobs: [(blob: String, size: Int)], each: (_ blob: String, _ bytes: Data) -> Void)
        throws(HistoryFailure)
    {
        var rest = blobs[...]
        while !rest.isEmpty {
            // Few enough at a time that they fit into memory and the limit of one command.
            var bytes = 0
            let part = rest.prefix { entry in
                defer { bytes += entry.size }
                return bytes < 32 << 20
            }.prefix(20_000)
            rest = rest.dropFirst(part.count)
            let input = Data(part.map { $0.blob + "\n" }.joined().utf8)
            guard let output = git?.run(["cat-file", "--batch"], input: input) else {
                throw HistoryFailure(
                    "git cannot read files of the history of \(path), or needs too long; `git -C \(path) fsck` says "
                        + "whether something is damaged. What was read before is stored",
                    isUnreadable: true
                )
            }
            Self.split(output, each: each)
        }
    }

    /// Takes the output of `cat-file --batch` apart: a line with hash, kind and size before each content.
    private static func split(_ output: Data, each: (_ blob: String, _ bytes: Data) -> Void) {
        var position = output.startIndex
        while let end = output[position...].firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: output[position..<end], as: UTF8.self).split(separator: " ")
            position = end + 1
            guard words.count == 3, words[1] == "blob", let size = Int(words[2]), size >= 0,
                position + size < output.endIndex
            else { continue }
            each(String(words[0]), output[position..<(position + size)])
            position += size + 1
        }
    }

    /// Returns, for each commit but the first, the files that had another path at the one before, by the old path.
    func renames(along commits: [Commit]) -> [[String: String]] {
        let pairs = zip(commits, commits.dropFirst()).map { "\($0.tree) \($1.tree)\n" }
        // One command for many pairs, because starting git takes longer than most of its work; but not for so many that it takes
        // too long.
        return stride(from: 0, to: pairs.count, by: 200).flatMap { start in
            let part = Array(pairs[start..<min(start + 200, pairs.count)])
            // Where objects are missing, git ends there. Without them nothing is followed, and uses count as removed and added.
            return renames(between: part) ?? part.map { renames(between: [$0])?.first ?? [:] }
        }
    }

    private func renames(between pairs: [String]) -> [[String: String]]? {
        let options = [
            "diff-tree", "--stdin", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--no-ext-diff",
            "--no-textconv",
        ]
        guard let output = git?.run(options, input: Data(pairs.joined().utf8)) else { return nil }
        var result: [[String: String]] = []
        var rest = output[...]
        func word() -> String? {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        // Each pair is repeated, and then come the kind, the old path and the new one of each file. No kind looks like a pair.
        for (index, pair) in pairs.enumerated() {
            guard rest.starts(with: pair.utf8) else { return nil }
            rest = rest.dropFirst(pair.utf8.count)
            var renames: [String: String] = [:]
            while !rest.isEmpty, index + 1 == pairs.count || !rest.starts(with: pairs[index + 1].utf8) {
                guard word() != nil, let old = word(), let new = word() else { return nil }
                if old.hasPrefix(prefix), new.hasPrefix(prefix) {
                    renames[String(old.dropFirst(prefix.count))] = String(new.dropFirst(prefix.count))
                }
            }
            result.append(renames)
        }
        return result
    }
}
