import Foundation
import SeamKit

/// The states of a tree with which a build and its tests have passed, as notes of its git repository.
///
/// A note is on the hash of all files, so it stays right if the commit is rebased or squashed. Notes are no file of one machine, but
/// travel like branches, so CI can write them and everybody read them.
package struct VerifiedTrees {
    /// The notes, by the name under which they are pushed and fetched.
    package static let reference = "refs/notes/seam-verified"

    private let repository: Repository

    /// Opens the repository around a folder.
    package init(at path: String) throws(HistoryFailure) { repository = try Repository(at: path) }

    init(repository: Repository) { self.repository = repository }

    /// Everything that has a note: trees, and the commits to which somebody added one by hand.
    var all: Set<String> {
        // Fails if there is none.
        guard let list = repository.git?.run(["notes", "--ref", Self.reference, "list"]) else { return [] }
        return Set(
            String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { line in
                line.split(separator: " ").last.map(String.init)
            }
        )
    }

    /// Records that they passed at a commit.
    ///
    /// - Returns: the hash of the commit.
    @discardableResult
    package func add(commit name: String) throws(HistoryFailure) -> String {
        guard let commit = repository.commit(called: name), let tree = repository.tree(called: name) else {
            throw HistoryFailure(
                "`--verified \(name)` is no commit, branch or tag of this repository; nothing was recorded"
            )
        }
        try requireNoLinks()
        try add(tree: tree, when: "at commit \(commit)")
        return commit
    }

    /// Records that they passed with the files that are there now, as a commit of all of them will have them.
    package func addWorkTree() throws(HistoryFailure) {
        let failure = HistoryFailure(
            "git cannot say which files there are; `git -C \(repository.path) status` says why"
        )
        try requireNoLinks()
        guard let folder = try? PrivateFolder.temporary(for: "index") else { throw failure }
        defer { folder.removeAll() }
        // The files are added to a copy of the index, so that what a person has added stays as it is. The copy knows which files have
        // not changed.
        let index = folder.path + "/index"
        if let own = repository.line(["rev-parse", "--path-format=absolute", "--git-path", "index"]),
            let bytes = FileReader.bytes(at: own, limit: SourceLimits.storedSize)
        {
            _ = folder.add(bytes, at: "index")
        }
        guard repository.git?.workTree != nil,
            let git = repository.git?.withoutFilters()?.adding(variables: ["GIT_INDEX_FILE": index]),
            git.run(["add", "--all"]) != nil, let tree = git.run(["write-tree"])
        else { throw failure }
        try add(
            tree: String(decoding: tree, as: UTF8.self).trimmingCharacters(in: .newlines),
            when: "before it was committed"
        )
    }

    /// Throws if there is a link in the place of what git writes with a note: it would write where the link leads.
    private func requireNoLinks() throws(HistoryFailure) {
        guard let folder = repository.line(["rev-parse", "--path-format=absolute", "--git-common-dir"]) else {
            throw HistoryFailure("git cannot say where the repository of \(repository.path) is; nothing was recorded")
        }
        let objects = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/objects")) ?? []
        let places = [Self.reference, "logs/" + Self.reference, "objects"] + objects.sorted().map { "objects/" + $0 }
        for place in places {
            guard case .link(let link)? = WritableTree(root: folder).refusal(for: place) else { continue }
            throw HistoryFailure(
                "\(folder)/\(link) is a link, and git would write where it leads; nothing was recorded",
                isUnreadable: true
            )
        }
    }

    private func add(tree: String, when: String) throws(HistoryFailure) {
        let person = ["user.name=seam", "user.email=seam@localhost"]
        let message = "A build and its tests passed \(when)."
        let arguments = ["notes", "--ref", Self.reference, "add", "--force", "--message", message, tree]
        guard repository.git?.adding(settings: person).run(arguments) != nil else {
            throw HistoryFailure(
                "git cannot write the note that a build passed; `git -C \(repository.path) notes --ref=seam-verified list` says "
                    + "why. Nothing was recorded",
                isUnreadable: true
            )
        }
    }
}
