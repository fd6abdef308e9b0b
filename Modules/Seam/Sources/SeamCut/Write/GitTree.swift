public import Foundation
import SeamKit

/// The git work tree that a source tree is in.
public struct GitTree {
    private let root: String
    private let environment: [String: String]
    private let deadline = Git.Deadline()

    /// Creates a value for the tree at `root`.
    public init(root: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.root = root
        self.environment = environment
    }

    /// Throws if git couldn't bring the tree back: a tracked file below the root has uncommitted changes, or git's copy of one of
    /// the files that are about to change differs from the file. Outside git, does nothing.
    ///
    /// - Parameter files: the existing files that are about to change, by their path relative to the root.
    public func requireClean(changing files: [String: [UInt8]] = [:]) throws(WriteFailure) {
        guard let git = git(root)?.withoutFilters(), git.workTree != nil,
            let changed = git.list(
                ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=all", "--", "."]
            )
        else {
            if !WritableTree.repositories(around: root).isEmpty { throw .unknownState }
            return
        }
        for line in changed where line.count > 3 {
            let path = String(line.dropFirst(3))
            // Only a filter, which isn't run here, could say whether this file has changed.
            let isFiltered = line.hasPrefix(" M") && attribute("filter", of: path, git) != nil
            if !isFiltered { throw .dirty(path) }
        }
        let folders = Dictionary(grouping: files.keys) { ($0 as NSString).deletingLastPathComponent }
        for (folder, paths) in folders.sorted(by: { $0.key < $1.key }) {
            try requireStored(files.filter { paths.contains($0.key) }, in: folder)
        }
    }

    /// Throws if git doesn't have the bytes of a file in a folder: `git status` says nothing about files that git was asked to
    /// ignore changes of, and files can differ from git's copy although they are unchanged.
    private func requireStored(_ files: [String: [UInt8]], in folder: String) throws(WriteFailure) {
        // A folder can belong to a repository of its own, such as a submodule.
        guard let git = git(folder.isEmpty ? root : root + "/" + folder) else { throw .unknownState }
        let names = Dictionary(uniqueKeysWithValues: files.keys.map { (($0 as NSString).lastPathComponent, $0) })
        guard let lines = git.list(["ls-files", "-z", "-v", "--stage", "--"] + names.keys.sorted()) else {
            throw .unknownState
        }
        var entries: [String: (tag: Substring, blob: String)] = [:]
        for line in lines {
            // `H 100644 BLOB STAGE`, a tab, and the name.
            let parts = line.split(separator: "\t", maxSplits: 1)
            let words = parts[0].split(separator: " ")
            guard parts.count == 2, words.count == 4, words[3] == "0" else { continue }
            entries[String(parts[1])] = (words[0], String(words[2]))
        }
        if let path = names.filter({ entries[$0.key] == nil }).values.min() { throw .untracked(path) }
        for (name, path) in names.sorted(by: { $0.key < $1.key }) {
            guard let entry = entries[name] else { continue }
            // A few bytes of a repository can stand for more than any memory holds, so the size comes first.
            let size = git.run(["cat-file", "-s", entry.blob]).flatMap {
                Int(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines))
            }
            if size == files[path]?.count, let blob = git.run(["cat-file", "blob", entry.blob]),
                [UInt8](blob) == files[path]
            {
                continue
            }
            throw .differs(path, difference(entry.tag, name, git, isKnown: size != nil))
        }
    }

    /// Returns why a file may differ from git's copy.
    private func difference(_ tag: Substring, _ name: String, _ git: Git, isKnown: Bool) -> String {
        if !isKnown { return "git's copy isn't in this clone" }
        if tag == "S" || tag == "s" { return "git was asked to skip it in the work tree" }
        if tag == tag.lowercased() { return "git was asked to assume that it is unchanged" }
        if let filter = attribute("filter", of: name, git) { return "the filter \(filter) changes it" }
        if let encoding = attribute("working-tree-encoding", of: name, git) {
            return "git changes its encoding to \(encoding)"
        }
        let converts = ["eol", "text", "ident"].contains { attribute($0, of: name, git) != nil }
        if converts || git.run(["config", "core.autocrlf"]) != nil {
            return "it has changes that aren't committed, or git changes its line ends"
        }
        return "it has changes that aren't committed"
    }

    private func attribute(_ attribute: String, of path: String, _ git: Git) -> String? {
        guard let value = git.list(["check-attr", "-z", attribute, "--", path])?.dropFirst(2).first else { return nil }
        return ["unspecified", "unset"].contains(value) ? nil : value
    }

    private func git(_ folder: String) -> Git? {
        Git(at: folder, of: root, until: deadline, environment: environment)
    }
}
