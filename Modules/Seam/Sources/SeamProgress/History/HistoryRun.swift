import Foundation
import SeamCheck
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

        /// Creates options.
        package init() {}
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
        let configuration = try configuration(newest)
        var tracker = Tracker(owners: try owners(newest), configuration: configuration)
        let reader = LedgerRun(repository, options, configuration)
        defer { reader.finish() }
        for (index, commit) in samples.enumerated() {
            report(index, samples.count)
            let ledger = try reader.ledger(of: commit, retired: tracker.earlier)
            let renames = index > 0 ? repository.renames(from: samples[index - 1].id, to: commit.id) : [:]
            tracker.add(ledger.value, of: commit, missing: ledger.missing, renames: renames)
        }
        report(samples.count, samples.count)
        var progress = tracker.progress()
        progress.notes = notes(newest, commits, progress)
        progress.goals = configuration.goals
        return progress
    }

    private func commits(to head: String) throws(HistoryFailure) -> [Repository.Commit] {
        guard let since = options.since else { return try repository.commits(to: head, from: nil) }
        if let commit = repository.commit(called: since) {
            guard let base = repository.base(of: commit, head) else {
                let more =
                    repository.isShallow ? "; this clone is shallow, and `git fetch --unshallow` completes it" : ""
                throw HistoryFailure("`\(since)` and HEAD have no commit in common\(more)")
            }
            return try repository.commits(to: head, from: base)
        }
        guard let day = Day(since) else {
            throw HistoryFailure(
                "`--since \(since)` is no commit, branch or tag of this repository, and no day such as 2026-01-31"
            )
        }
        let all = try repository.commits(to: head, from: nil)
        let before = all.last { Day(time: $0.time) < day } ?? all.first
        return all.filter { Day(time: $0.time) >= day || $0 == before }
    }

    // MARK: Files of the newest commit

    private func owners(_ newest: Repository.Listing) throws(HistoryFailure) -> CodeOwners? {
        for place in CodeOwners.places {
            if let text = try text(place, newest) { return CodeOwners(text) }
        }
        return nil
    }

    private func configuration(_ newest: Repository.Listing) throws(HistoryFailure) -> Configuration {
        guard repository.isBare else {
            do throws(CheckFailure) {
                return try CheckRun.configuration(at: repository.path) ?? .empty
            } catch {
                throw HistoryFailure(error.description)
            }
        }
        guard let yaml = try text(Configuration.fileName, newest) else { return .empty }
        do throws(ConfigurationError) {
            return try Configuration(yaml: yaml)
        } catch {
            throw HistoryFailure("\(error.file) cannot be used\n\(error.description)")
        }
    }

    private func text(_ path: String, _ listing: Repository.Listing) throws(HistoryFailure) -> String? {
        guard let file = listing.files.first(where: { $0.path == path }), let size = file.size,
            size <= SourceLimits.listSize
        else { return nil }
        var text: String?
        try repository.read([(file.blob, size)]) { text = String(decoding: $1, as: UTF8.self) }
        return text
    }

    /// Returns what a reader has to know about this history.
    private func notes(_ newest: Repository.Listing, _ commits: [Repository.Commit], _ history: UseHistory) -> [String]
    {
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
                "\(Count.text(newest.links, "source")) behind a link counted nowhere: links are not followed here"
            )
        }
        if newest.unusable > 0 {
            notes.append(
                "\(Count.text(newest.unusable, "source")) left out: the path is not one that this system can have"
            )
        }
        let missing = history.samples.filter { $0.missing > 0 }
        if let worst = missing.max(by: { $0.missing < $1.missing }) {
            notes.append(
                "\(Count.text(worst.missing, "source")) of commit \(worst.commit.prefix(12)) missing or larger than seam reads, "
                    + "\(missing.count > 1 ? "and some of \(Count.text(missing.count - 1, "other commit")), " : "")so their uses "
                    + "count nowhere; a full clone has all contents: `git fetch --refetch`"
            )
        }
        if history.last.unread > 0 {
            notes.append(
                "\(Count.text(history.last.unread, "source")) of the newest commit can't be read; `seam map` says why"
            )
        }
        return notes
    }
}

/// Makes the ledgers of commits, or takes those that are stored.
private final class LedgerRun {
    private let repository: Repository
    private let options: HistoryRun.Options
    private let analysis: Analysis.Options
    private let store: TreeStore?
    private var checkout: Checkout?
    /// Keeps the facts of files from one commit to the next if nothing is stored.
    private var temporary: PrivateFolder?

    init(_ repository: Repository, _ options: HistoryRun.Options, _ configuration: Configuration) {
        self.repository = repository
        self.options = options
        var cache = options.cache
        cache?.prunes = false
        var analysis = Analysis.Options(
            include: configuration.include,
            exclude: configuration.exclude,
            frameworks: options.frameworks,
            workers: options.workers
        )
        if cache == nil, let folder = try? PrivateFolder.temporary("facts") {
            temporary = folder
            analysis.cache = ResultCache(folder: folder.path, version: PackageVersion.current)
            analysis.cache?.prunes = false
        } else {
            analysis.cache = cache
        }
        analysis.place = repository.place
        self.analysis = analysis
        store = cache.map { TreeStore($0, root: repository.place) }
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
        let key = key(commit, retired)
        if let known: Ledger = store?.value(.ledger, of: key, key: key) { return (known, 0) }
        let checkout = try checkoutFolder()
        try checkout.show(try repository.listing(of: commit.id))
        let tree: AnalysedTree
        do throws(AnalysisError) {
            tree = try Analysis.analyse(root: checkout.root, options: analysis)
        } catch {
            throw HistoryFailure("the copy of the sources in \(checkout.root) cannot be read", isUnreadable: true)
        }
        let ledger = Ledger(tree, retired: retired, workers: options.workers)
        // What is missing may be there in the next run.
        if checkout.missing == 0, !ledger.isPartial, let store {
            store.keep(.ledger, of: key, key: key) { ledger }
            store.finish()
        }
        return (ledger, checkout.missing)
    }

    private func checkoutFolder() throws(HistoryFailure) -> Checkout {
        if let checkout { return checkout }
        let folder = try Checkout(of: repository)
        checkout = folder
        return folder
    }

    private func key(_ commit: Repository.Commit, _ retired: Set<RetiredSingleton>) -> ContentHash {
        var key = store?.key(.ledger) ?? ResultKey("")
        key.add([commit.tree, repository.prefix, repository.place])
        key.add(analysis.include)
        key.add(analysis.exclude)
        key.add([options.frameworks ? "frameworks" : ""])
        key.add(retired.sorted().flatMap { [$0.id, $0.name, $0.module] })
        return key.hash
    }
}
