import SeamCheck
import SeamKit

/// Follows singletons and their uses from one commit to the next.
struct Tracker {
    /// A singleton over time. Its type may be renamed, and another module may declare it.
    private struct Known {
        var entry: Ledger.Entry
        var isRetired = false
        /// The number of the sample at which its accessor went.
        var end: Int?
    }

    private let owners: CodeOwners?
    private let configuration: Configuration
    private let left: [Left]
    private var known: [Known] = []
    private var alive: [UseHistory.Use] = []
    private var numbers: [Int] = []
    private var samples: [UseHistory.Sample] = []
    private var rows: [[UseHistory.Row: Int]] = []
    private var gone: [UseHistory.Use] = []

    init(owners: CodeOwners?, configuration: Configuration) {
        self.owners = owners
        self.configuration = configuration
        left = configuration.left.map(Left.init)
    }

    /// The singletons of all commits so far. At the next one, each of them may be a type without an accessor.
    var earlier: Set<RetiredSingleton> {
        Set(
            known.map {
                RetiredSingleton(id: $0.entry.id, name: $0.entry.name, module: $0.entry.module)
            }
        )
    }

    /// Adds the next commit.
    ///
    /// - Parameters:
    ///   - missing: the number of sources that are not part of the ledger.
    ///   - renames: the files that have another path than at the commit before, by the old path.
    mutating func add(_ ledger: Ledger, of commit: Repository.Commit, missing: Int, renames: [String: String]) {
        let sample = samples.count
        follow(ledger.entries, renames, sample)
        let ids = Dictionary(known.enumerated().map { ($1.entry.id, $0) }, uniquingKeysWith: { $1 })
        let uses = ledger.uses.compactMap { use in ids[use.singleton].map { (number: $0, use: use) } }
        var matches = Matches(old: zip(numbers, alive).map { ($0, $1) }, new: uses, renames: renames)
        matches.find()
        var (added, removed): ([Int: Int], [Int: Int]) = ([:], [:])
        var next: [UseHistory.Use] = []
        for (index, entry) in uses.enumerated() {
            var use = UseHistory.Use(entry.use, owner: owner(of: entry.use.file), since: sample)
            use.reason = entry.use.reason.isEmpty ? reason(for: entry.use, known[entry.number].entry) : entry.use.reason
            if let old = matches.old(of: index) {
                use.since = alive[old].since
                use.before = alive[old].state == use.state ? alive[old].before : alive[old].state
                use.changed = alive[old].state == use.state ? alive[old].changed : sample
                use.first = alive[old].first
                if alive[old].state.isRemaining, !use.state.isRemaining { removed[entry.number, default: 0] += 1 }
                if !alive[old].state.isRemaining, use.state.isRemaining { added[entry.number, default: 0] += 1 }
            } else if use.state.isRemaining {
                added[entry.number, default: 0] += 1
            }
            next.append(use)
        }
        for index in matches.leftOver {
            alive[index].end = sample
            alive[index].singleton = known[numbers[index]].entry.id
            gone.append(alive[index])
            if alive[index].state.isRemaining { removed[numbers[index], default: 0] += 1 }
        }
        (alive, numbers) = (next, uses.map(\.number))
        // Nobody knows what came with the first commit that is read.
        if sample == 0 { added = [:] }
        record(commit, missing, ledger.unread, added, removed)
    }

    private mutating func record(
        _ commit: Repository.Commit,
        _ missing: Int,
        _ unread: Int,
        _ added: [Int: Int],
        _ removed: [Int: Int]
    ) {
        var counts: [UseHistory.Row: Int] = [:]
        for (number, use) in zip(numbers, alive) {
            // The number stands for the singleton until its last name is known.
            let row = UseHistory.Row(
                singleton: String(number),
                member: use.member,
                module: use.module,
                owner: use.owner,
                state: use.state,
                reason: use.reason
            )
            counts[row, default: 0] += 1
        }
        rows.append(counts)
        samples.append(UseHistory.Sample(commit: commit.id, time: commit.time, missing: missing, unread: unread))
        samples[samples.count - 1].added = Dictionary(uniqueKeysWithValues: added.map { (String($0), $1) })
        samples[samples.count - 1].removed = Dictionary(uniqueKeysWithValues: removed.map { (String($0), $1) })
    }

    /// Returns everything, under the last names of singletons.
    func progress() -> UseHistory {
        func name(_ number: String) -> String { Int(number).map { known[$0].entry.id } ?? number }
        var progress = UseHistory()
        for (index, sample) in samples.enumerated() {
            var named = sample
            named.added = [:]
            named.removed = [:]
            for (number, count) in sample.added { named.added[name(number), default: 0] += count }
            for (number, count) in sample.removed { named.removed[name(number), default: 0] += count }
            for (row, count) in rows[index] {
                var row = row
                row.singleton = name(row.singleton)
                named.rows[row, default: 0] += count
            }
            progress.samples.append(named)
        }
        progress.uses = zip(numbers, alive).map { number, use in
            var use = use
            use.singleton = known[number].entry.id
            return use
        }
        progress.gone = gone
        progress.singletons = known.map { known in
            UseHistory.Tracked(
                id: known.entry.id,
                name: known.entry.name,
                accessors: known.entry.accessors,
                end: known.isRetired ? known.end : nil
            )
        }
        progress.restrictions = configuration.types + configuration.members
        return progress
    }

    // MARK: Singletons

    /// Finds out which singletons of the last commit those of this one are.
    private mutating func follow(_ entries: [Ledger.Entry], _ renames: [String: String], _ sample: Int) {
        var open = Set(known.indices)
        var new = entries
        func take(_ fits: (Ledger.Entry) -> [String]) -> [(Int, Ledger.Entry)] {
            let old = Dictionary(grouping: open) { number in
                var entry = known[number].entry
                entry.file = renames[entry.file] ?? entry.file
                return fits(entry)
            }
            return Dictionary(grouping: new, by: fits).compactMap { key, same in
                guard same.count == 1, let before = old[key], before.count == 1 else { return nil }
                return (before[0], same[0])
            }
        }
        // By the id; then, as only the module changes; then, as only the name of the type changes.
        let rounds: [(Ledger.Entry) -> [String]] = [
            { [$0.id] }, { [$0.name] + $0.accessors }, { [$0.file] + $0.accessors },
        ]
        for round in rounds {
            for (number, entry) in take(round) {
                known[number] = Known(entry: entry)
                open.remove(number)
                new.removeAll { $0.id == entry.id }
            }
        }
        for number in open where !known[number].isRetired {
            known[number].isRetired = true
            known[number].end = sample
        }
        known += new.map { Known(entry: $0) }
    }

    // MARK: Owners and reasons

    private func owner(of file: String) -> String { owners?.owners(of: file).joined(separator: " ") ?? "" }

    private func reason(for use: Ledger.Use, _ singleton: Ledger.Entry) -> String {
        left.first { $0.covers(use, singleton) }?.reason ?? ""
    }
}

/// What `seam.yml` leaves on purpose.
private struct Left {
    let reason: String
    private let subject: String
    private let places: [Pattern]

    init(_ entry: Configuration.Restriction) {
        reason = entry.because ?? ""
        subject = entry.subject.text
        places = entry.only.map { Pattern($0.text) }
    }

    func covers(_ use: Ledger.Use, _ singleton: Ledger.Entry) -> Bool {
        guard
            [singleton.id, singleton.name, "\(singleton.name).\(use.member)", "\(singleton.id).\(use.member)"]
                .contains(subject)
        else { return false }
        return places.isEmpty
            || places.contains { $0.matches(path: use.file) || $0.matches(module: use.module, isTest: false) }
    }
}

/// Which uses of a commit are the uses of the one before.
///
/// A use has no name. It is the same if the same code uses the same member, first with everything else being equal, and then in
/// another file, another type or another function.
private struct Matches {
    private struct Side {
        var number: Int
        var use: (member: String, file: String, type: String, function: String, state: String)
    }

    private let old: [Side]
    private let new: [Side]
    private var pairs: [Int?]
    private var isOpen: [Bool]

    init(old: [(Int, UseHistory.Use)], new: [(number: Int, use: Ledger.Use)], renames: [String: String]) {
        self.old = old.map { number, use in
            let file = renames[use.file] ?? use.file
            return Side(
                number: number,
                use: (use.member, file, use.enclosingType, use.enclosingFunction, use.state.rawValue)
            )
        }
        self.new = new.map { number, use in
            Side(
                number: number,
                use: (use.member, use.file, use.enclosingType, use.enclosingFunction, use.state.rawValue)
            )
        }
        pairs = Array(repeating: nil, count: new.count)
        isOpen = Array(repeating: true, count: old.count)
    }

    mutating func find() {
        match { [$0.use.file, $0.use.type, $0.use.function, $0.use.state] }
        match { [$0.use.file, $0.use.type, $0.use.function] }
        match { [$0.use.type, $0.use.function] }
        match { [$0.use.file, $0.use.function] }
        match { [$0.use.file] }
    }

    private mutating func match(by key: (Side) -> [String]) {
        func whole(_ side: Side) -> [String] { [String(side.number), side.use.member] + key(side) }
        var waiting: [[String]: [Int]] = [:]
        for index in old.indices.reversed() where isOpen[index] {
            waiting[whole(old[index]), default: []].append(index)
        }
        for index in new.indices where pairs[index] == nil {
            guard let found = waiting[whole(new[index])]?.popLast() else { continue }
            pairs[index] = found
            isOpen[found] = false
        }
    }

    /// Returns the index of the use of the commit before.
    func old(of index: Int) -> Int? { pairs[index] }

    /// The uses of the commit before that are gone.
    var leftOver: [Int] { isOpen.indices.filter { isOpen[$0] } }
}
