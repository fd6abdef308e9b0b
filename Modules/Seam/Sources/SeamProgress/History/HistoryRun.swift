import Foundation
package import SeamCheck
package import SeamKit

/// Reads the uses of a tree's singletons over its git history.
///
/// Each commit that is looked at becomes a ledger, which is stored under the hash of its files. So a later run analyses only what
/// is new, and one that is interrupted has lost nothing but the commit it was at.
package struct HistoryRun {
    /// What to read.
    package struct Options: Sendable {
        /// Where the history begins: a commit, a branch, a tag or a day; nil for the first commit.
        package var since: String?
        package var sampling = Sampling()
        /// Whether the frameworks' singletons count too.
        package var frameworks = false
        package var workers = 2
        package var cache: ResultCache?
        /// Returns what plans of cuts know about the tree at a path.
        package var wiring: @Sendable (String, AnalysedTree, Configuration, Analysis.Options) -> Wiring = {
            _,
            _,
            _,
            _ in
            Wiring(calls: { _ in [] }, passing: { _ in [] })
        }
        /// Finds what comes next, in the tree at a path: commands for a person. It isn't asked about a bare repository.
        package var next: (@Sendable (String, AnalysedTree, Configuration, Analysis.Options) -> [String])?

        /// Creates options.
        package init() {}
    }

    /// How code gets its instances, as far as plans of cuts know it.
    package struct Wiring {
        /// Finds the calls that rely on a default for some singletons.
        let calls: (Set<String>) -> [DefaultedCall]
        /// Finds the uses by which roots pass some singletons on.
        let passing: (Set<String>) -> [SeamKit.Use]

        /// Creates it from what finds both.
        package init(
            calls: @escaping (Set<String>) -> [DefaultedCall],
            passing: @escaping (Set<String>) -> [SeamKit.Use]
        ) {
            (self.calls, self.passing) = (calls, passing)
        }
    }

    /// Called with the number of commits that are done, and of all.
    package typealias Report = (_ done: Int, _ total: Int) -> Void

    private let repository: Repository
    private let options: Options

    /// Opens the history of a folder.
    package init(path: String, options: Options) throws(HistoryFailure) {
        repository = try Repository(at: path)
        self.options = options
    }

    /// Reads the history.
    ///
    /// - Parameter report: called with the progress of the run.
    package func run(report: Report = { _, _ in }) throws(HistoryFailure) -> UseHistory {
        guard let head = repository.commit(called: "HEAD") else {
            throw HistoryFailure("\(repository.path) has no commit yet; progress is read from commits")
        }
        let commits = try commits(to: head)
        let samples = options.sampling.choose(commits)
        let newest = try repository.listing(of: head)
        let configuration = try configuration(in: newest)
        var tracker = Tracker(owners: try owners(in: newest), configuration: configuration)
        let reader = LedgerRun(repository: repository, options: options, configuration: configuration)
        defer { reader.finish() }
        let renames = repository.renames(along: samples)
        var passes = Passes(commits: commits, verified: VerifiedTrees(repository: repository).all)
        for (index, commit) in samples.enumerated() {
            report(index, samples.count)
            let ledger = try reader.ledger(of: commit, retired: tracker.earlier)
            tracker.add(
                ledger.value,
                of: commit,
                missing: ledger.missing,
                renames: index > 0 ? renames[index - 1] : [:],
                pass: passes.next(to: commit)
            )
        }
        report(samples.count, samples.count)
        var progress = tracker.progress()
        progress.notes = notes(newest: newest, commits: commits, history: progress)
        progress.goals = configuration.goals
        progress.isVerified = passes.found
        if !repository.isBare, let last = samples.last { progress.next = try reader.next(at: last) }
        return progress
    }

    /// Where builds with tests have passed between one sample and the next.
    private struct Passes {
        private var rest: ArraySlice<Repository.Commit>
        private let verified: Set<String>
        /// Whether there was one at all.
        private(set) var found = false

        init(commits: [Repository.Commit], verified: Set<String>) {
            rest = commits[...]
            self.verified = verified
        }

        mutating func next(to sample: Repository.Commit) -> Tracker.Pass {
            var pass = Tracker.Pass.none
            while let commit = rest.popFirst() {
                if verified.contains(commit.tree) || verified.contains(commit.id) {
                    pass = commit == sample ? .here : .before
                    found = true
                }
                if commit == sample { break }
            }
            return pass
        }
    }

    private func commits(to head: String) throws(HistoryFailure) -> [Repository.Commit] {
        guard let since = options.since else { return try repository.commits(to: head, from: nil) }
        if let commit = repository.commit(called: since) {
            guard let base = repository.base(of: commit, and: head) else {
                throw HistoryFailure("`\(since)` and HEAD have no commit in common\(unshallow)")
            }
            return try repository.commits(to: head, from: base)
        }
        guard let day = Day(since) else {
            throw HistoryFailure(
                "`--since \(since)` is no commit, branch or tag of this repository, and no day such as "
                    + "2026-01-31\(unshallow)"
            )
        }
        let all = try repository.commits(to: head, from: nil)
        if let last = all.last.map({ Day(time: $0.time) }), last < day {
            throw HistoryFailure("there is no commit since \(day); the newest is of \(last)")
        }
        let before = all.last { Day(time: $0.time) < day } ?? all.first
        return all.filter { Day(time: $0.time) >= day || $0 == before }
    }

    /// What completes a shallow clone, to be added to a sentence; nothing for a whole one.
    private var unshallow: String {
        repository.isShallow ? "; this clone is shallow, and `git fetch --unshallow` completes it" : ""
    }

    // MARK: Files of the newest commit

    private func owners(in newest: Repository.Listing) throws(HistoryFailure) -> CodeOwners? {
        for place in CodeOwners.places {
            if let text = try text(at: place, in: newest) { return CodeOwners(text: text) }
        }
        return nil
    }

    private func configuration(in newest: Repository.Listing) throws(HistoryFailure) -> Configuration {
        guard repository.isBare else {
            do throws(CheckFailure) {
                return try CheckRun.configuration(at: repository.path) ?? .empty
            } catch {
                throw HistoryFailure(error.description)
            }
        }
        guard let yaml = try text(at: Configuration.fileName, in: newest) else { return .empty }
        do throws(ConfigurationError) {
            return try Configuration(yaml: yaml)
        } catch {
            throw HistoryFailure("\(error.file) cannot be used\n\(error.description)")
        }
    }

    private func text(at path: String, in listing: Repository.Listing) throws(HistoryFailure) -> String? {
        guard let file = listing.files.first(where: { $0.path == path }), let size = file.size,
            size <= SourceLimits.listSize
        else { return nil }
        var text: String?
        try repository.read([(file.blob, size)]) { text = String(decoding: $1, as: UTF8.self) }
        return text
    }

    /// Returns what a reader has to know about this history.
    private func notes(newest: Repository.Listing, commits: [Repository.Commit], history: UseHistory) -> [String] {
        var notes: [String] = []
        if repository.isShallow {
            let first = commits.first.map { Day(time: $0.time).description } ?? ""
            notes.append("this clone is shallow: its history begins on \(first); `git fetch --unshallow` completes it")
        }
        if let first = newest.submodules.first {
            let rest = newest.submodules.count > 1 ? " and \(newest.submodules.count - 1) more" : ""
            notes.append("\(first)\(rest): a submodule has a history of its own, which is not part of this one")
        }
        if newest.links > 0 {
            notes.append(
                "\(Count.text(newest.links, noun: "source")) behind a link counted nowhere: links are not followed here"
            )
        }
        if newest.unusable > 0 {
            notes.append(
                "\(Count.text(newest.unusable, noun: "source")) left out: the path is not one that this system can have"
            )
        }
        let missing = history.samples.filter { $0.missing > 0 }
        if let worst = missing.max(by: { $0.missing < $1.missing }) {
            notes.append(
                "the repository lacks sources of \(Count.text(missing.count, noun: "commit")), at most "
                    + "\(Count.grouped(worst.missing)) (commit \(worst.commit.prefix(12))), and their uses count nowhere; a full clone "
                    + "has all contents: `git fetch --refetch --no-filter`"
            )
        }
        if newest.files.allSatisfy({ !$0.path.hasSuffix(".swift") }) {
            notes.append("the newest commit has no Swift file here, so there is nothing to count")
        }
        if history.last.unread > 0 {
            notes.append(
                "\(Count.text(history.last.unread, noun: "source")) of the newest commit can't be read; `seam map` says why"
            )
        }
        return notes
    }
}

/// Makes the ledgers of commits, or takes those that are stored.
private final class LedgerRun {
    private let repository: Repository
    private let options: HistoryRun.Options
    private let configuration: Configuration
    private let analysis: Analysis.Options
    private let store: TreeStore?
    private var checkout: Checkout?
    /// The files that were analysed last, for commits that change none of them.
    private var current: (files: [Repository.File], tree: AnalysedTree)?
    /// The ledger of these files.
    private var last: Ledger?
    /// Keeps the facts of files from one commit to the next if nothing is stored.
    private var temporary: PrivateFolder?

    init(repository: Repository, options: HistoryRun.Options, configuration: Configuration) {
        self.repository = repository
        self.options = options
        self.configuration = configuration
        var cache = options.cache
        cache?.prunes = false
        var analysis = Analysis.Options(
            include: configuration.include,
            exclude: configuration.exclude,
            frameworks: options.frameworks,
            workers: options.workers
        )
        if cache == nil, let folder = try? PrivateFolder.temporary(for: "facts") {
            temporary = folder
            analysis.cache = ResultCache(folder: folder.path, version: PackageVersion.current)
            analysis.cache?.prunes = false
        } else {
            analysis.cache = cache
        }
        analysis.place = repository.place
        self.analysis = analysis
        store = cache.map { TreeStore(cache: $0, root: repository.place) }
    }

    func finish() {
        store?.finish()
        checkout?.remove()
        temporary?.removeAll()
    }

    func ledger(
        of commit: Repository.Commit,
        retired: Set<RetiredSingleton>
    ) throws(HistoryFailure) -> (value: Ledger, missing: Int) {
        let key = key(of: .ledger, commit: commit, retired: retired)
        if let known: Ledger = store?.value(.ledger, of: key, key: key) { return (known, 0) }
        let (tree, checkout) = try analysed(commit)
        let known = last.flatMap { $0.isSame(with: retired) ? $0 : nil }
        let ledger = known ?? ledger(of: tree, checkout: checkout, retired: retired)
        last = ledger
        // What is missing may be there in the next run.
        if checkout.missing == 0, !ledger.isPartial, let store {
            store.keep(.ledger, of: key, key: key) { ledger }
            store.finish()
        }
        return (ledger, checkout.missing)
    }

    private func ledger(of tree: AnalysedTree, checkout: Checkout, retired: Set<RetiredSingleton>) -> Ledger {
        var ledger = Ledger(tree: tree, retired: retired, workers: options.workers)
        ledger.unread += checkout.oversized
        var made: HistoryRun.Wiring?
        func wiring() -> HistoryRun.Wiring {
            let wiring = made ?? options.wiring(checkout.root, tree, configuration, analysis)
            made = wiring
            return wiring
        }
        ledger.findRoots { wiring().passing($0) }
        // No call relies on a default for the others, and a plan reads all files with uses.
        let falling = Set(ledger.uses.lazy.filter { $0.state == .fallback || $0.state == .taken }.map(\.singleton))
            .union(tree.map.uses.lazy.filter { !$0.isTest && !$0.fallbackFor.isEmpty }.map(\.singleton))
        if !falling.isEmpty { ledger.calls = wiring().calls(falling).map(Ledger.Call.init) }
        return ledger
    }

    /// Returns what comes next at a commit.
    func next(at commit: Repository.Commit) throws(HistoryFailure) -> [String] {
        guard let find = options.next else { return [] }
        let key = key(of: .next, commit: commit, retired: [])
        if let known: Lines = store?.value(.next, of: key, key: key) { return known.texts }
        let (tree, checkout) = try analysed(commit)
        let lines = Lines(texts: find(checkout.root, tree, configuration, analysis))
        if checkout.missing == 0, tree.map.problems.isEmpty, let store {
            store.keep(.next, of: key, key: key) { lines }
            store.finish()
        }
        return lines.texts
    }

    private func analysed(_ commit: Repository.Commit) throws(HistoryFailure) -> (AnalysedTree, Checkout) {
        let checkout = try checkoutFolder()
        let listing = try repository.listing(of: commit.id)
        if let current, current.files == listing.files { return (current.tree, checkout) }
        (current, last) = (nil, nil)
        try checkout.show(listing)
        do throws(AnalysisError) {
            let tree = try Analysis.analyse(root: checkout.root, options: analysis)
            current = (listing.files, tree)
            return (tree, checkout)
        } catch {
            throw HistoryFailure("the copy of the sources in \(checkout.root) cannot be read", isUnreadable: true)
        }
    }

    private func checkoutFolder() throws(HistoryFailure) -> Checkout {
        if let checkout { return checkout }
        let folder = try Checkout(of: repository)
        checkout = folder
        return folder
    }

    private func key(
        of part: TreeStore.Part,
        commit: Repository.Commit,
        retired: Set<RetiredSingleton>
    ) -> ContentHash {
        var key = store?.key(of: part) ?? ResultKey("")
        key.add([commit.tree, repository.prefix, repository.place])
        key.add(analysis.include)
        key.add(analysis.exclude)
        key.add(configuration.roots.map(\.text))
        key.add([options.frameworks ? "frameworks" : ""])
        key.add(retired.sorted().flatMap { [$0.id, $0.name, $0.module] })
        return key.hash
    }
}

/// Lines of text, as they are stored.
private struct Lines: Sendable, Archived {
    var texts: [String]

    init(texts: [String]) { self.texts = texts }

    func write(to writer: inout ArchiveWriter) { writer.write(texts) }

    init(from reader: inout ArchiveReader) throws(ArchiveDamage) { texts = try reader.texts() }
}
