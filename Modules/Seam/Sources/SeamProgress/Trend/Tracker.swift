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

    /// Whether a build with tests has passed since the sample before.
    enum Pass {
        case none
        /// At a commit before the sample.
        case before
        /// At the sample.
        case here
    }

    private let owners: CodeOwners?
    private let configuration: Configuration
    private let left: [Left]
    private var known: [Known] = []
    private var alive: [UseHistory.Use] = []
    private var numbers: [Int] = []
    private var samples: [UseHistory.Sample] = []
    private var rows: [[UseHistory.Row: Int]] = []
    private var verified: [[UseHistory.Row: Int]] = []
    private var calls: [(number: Int, call: UseHistory.Call)] = []
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
    ///   - pass: whether a build with tests has passed since the commit before.
    mutating func add(
        _ ledger: Ledger,
        of commit: Repository.Commit,
        missing: Int,
        renames: [String: String],
        pass: Pass
    ) {
        let sample = samples.count
        follow(ledger.entries, renames: renames, sample: sample)
        let ids = Dictionary(known.enumerated().map { ($1.entry.id, $0) }, uniquingKeysWith: { $1 })
        let uses = ledger.uses.compactMap { use in ids[use.singleton].map { (number: $0, use: use) } }
        var matches = Matches(
            old: zip(numbers, alive).map { Matches.Side(number: $0, use: $1, renames: renames) },
            new: uses.map { Matches.Side(number: $0.number, use: $0.use) }
        )
        matches.find()
        var (added, removed): ([Int: Int], [Int: Int]) = ([:], [:])
        var next: [UseHistory.Use] = []
        for (index, entry) in uses.enumerated() {
            var use = UseHistory.Use(use: entry.use, owner: owner(of: entry.use.file), since: sample)
            use.reason =
                entry.use.reason.isEmpty ? reason(for: entry.use, of: known[entry.number].entry) : entry.use.reason
            use.isVerified = pass == .here
            if let old = matches.old(of: index) {
                use.since = alive[old].since
                use.before = alive[old].state == use.state ? alive[old].before : alive[old].state
                use.changed = alive[old].state == use.state ? alive[old].changed : sample
                use.first = alive[old].first
                // Counted late rather than early: what may be other code of the same file waits for the next pass.
                if matches.isCertain(index), alive[old].state == use.state, alive[old].isVerified || pass == .before {
                    use.isVerified = true
                }
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
        follow(ledger.calls, ids: ids, renames: renames, sample: sample)
        // Nobody knows what came with the first commit that is read.
        if sample == 0 { added = [:] }
        record(commit, missing: missing, unread: ledger.unread, added: added, removed: removed)
    }

    private mutating func record(
        _ commit: Repository.Commit,
        missing: Int,
        unread: Int,
        added: [Int: Int],
        removed: [Int: Int]
    ) {
        var (counts, verified): ([UseHistory.Row: Int], [UseHistory.Row: Int]) = ([:], [:])
        for (number, use) in zip(numbers, alive) where use.state.isOfUse {
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
            if use.isVerified { verified[row, default: 0] += 1 }
        }
        rows.append(counts)
        self.verified.append(verified)
        samples.append(UseHistory.Sample(commit: commit.id, time: commit.time, missing: missing, unread: unread))
        samples[samples.count - 1].added = Dictionary(uniqueKeysWithValues: added.map { (String($0), $1) })
        samples[samples.count - 1].removed = Dictionary(uniqueKeysWithValues: removed.map { (String($0), $1) })
        for call in calls { samples[samples.count - 1].calls[String(call.number), default: 0] += 1 }
    }

    /// Returns everything, under the last names of singletons.
    func progress() -> UseHistory {
        func name(of number: String) -> String { Int(number).map { known[$0].entry.id } ?? number }
        func named(_ counts: [String: Int]) -> [String: Int] {
            Dictionary(counts.map { (name(of: $0), $1) }, uniquingKeysWith: +)
        }
        func named(_ counts: [UseHistory.Row: Int]) -> [UseHistory.Row: Int] {
            let pairs = counts.map { row, count in
                var row = row
                row.singleton = name(of: row.singleton)
                return (row, count)
            }
            return Dictionary(pairs, uniquingKeysWith: +)
        }
        var progress = UseHistory()
        for (index, sample) in samples.enumerated() {
            var result = sample
            (result.added, result.removed) = (named(sample.added), named(sample.removed))
            result.calls = named(sample.calls)
            (result.rows, result.verified) = (named(rows[index]), named(verified[index]))
            progress.samples.append(result)
        }
        progress.calls = calls.map { number, call in
            var call = call
            call.singleton = known[number].entry.id
            return call
        }
        let all = zip(numbers, alive).map { number, use in
            var use = use
            use.singleton = known[number].entry.id
            return use
        }
        progress.uses = all.filter(\.state.isOfUse)
        progress.fallbacks = all.filter { $0.state == .fallback }
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
    private mutating func follow(_ entries: [Ledger.Entry], renames: [String: String], sample: Int) {
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

    // MARK: Calls

    /// Finds out which calls of the last commit those of this one are.
    private mutating func follow(_ new: [Ledger.Call], ids: [String: Int], renames: [String: String], sample: Int) {
        let new = new.compactMap { call in ids[call.singleton].map { (number: $0, call: call) } }
        var matches = Matches(
            old: calls.map { number, call in
                Matches.Side(
                    number: number,
                    member: call.callee,
                    file: renames[call.file] ?? call.file,
                    type: call.maker
                )
            },
            new: new.map {
                Matches.Side(number: $0.number, member: $0.call.callee, file: $0.call.file, type: $0.call.maker)
            }
        )
        matches.find()
        calls = new.enumerated().map { index, entry in
            let since = matches.old(of: index).map { calls[$0].call.since } ?? sample
            return (entry.number, UseHistory.Call(call: entry.call, since: since))
        }
    }

    // MARK: Owners and reasons

    private func owner(of file: String) -> String { owners?.owners(of: file).joined(separator: " ") ?? "" }

    private func reason(for use: Ledger.Use, of singleton: Ledger.Entry) -> String {
        left.first { $0.covers(use, of: singleton) }?.reason ?? ""
    }
}

/// What `seam.yml` leaves on purpose.
private struct Left {
    let reason: String
    private let subject: String
    private let places: [Pattern]

    init(entry: Configuration.Restriction) {
        reason = entry.because ?? ""
        subject = entry.subject.text
        places = entry.only.map { Pattern($0.text) }
    }

    func covers(_ use: Ledger.Use, of singleton: Ledger.Entry) -> Bool {
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
    struct Side {
        var number: Int
        var member: String
        /// The path, under its new name if it was renamed.
        var file: String
        /// The path as it was.
        var path: String
        var type: String
        var function = ""
        var state = ""

        init(number: Int, member: String, file: String, type: String) {
            (self.number, self.member, self.file, self.type) = (number, member, file, type)
            path = file
        }

        init(number: Int, use: UseHistory.Use, renames: [String: String]) {
            self.init(number: number, member: use.member, file: renames[use.file] ?? use.file, type: use.enclosingType)
            path = use.file
            (function, state) = (use.enclosingFunction, use.state.rawValue)
        }

        init(number: Int, use: Ledger.Use) {
            self.init(number: number, member: use.member, file: use.file, type: use.enclosingType)
            (function, state) = (use.enclosingFunction, use.state.rawValue)
        }
    }

    private let old: [Side]
    private let new: [Side]
    private var pairs: [Int?]
    private var isOpen: [Bool]

    init(old: [Side], new: [Side]) {
        (self.old, self.new) = (old, new)
        pairs = Array(repeating: nil, count: new.count)
        isOpen = Array(repeating: true, count: old.count)
    }

    mutating func find() {
        match { [$0.file, $0.type, $0.function, $0.state] }
        match { [$0.file, $0.type, $0.function] }
        match { [$0.type, $0.function] }
        match { [$0.file, $0.function] }
        match { [$0.file] }
    }

    private mutating func match(by key: (Side) -> [String]) {
        func whole(_ side: Side) -> [String] { [String(side.number), side.member] + key(side) }
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

    /// Returns whether the code around a use can't be other code that came in its place.
    func isCertain(_ index: Int) -> Bool {
        guard let place = pairs[index] else { return false }
        let (before, now) = (old[place], new[index])
        return before.function == now.function && (before.type == now.type || before.path == now.file)
    }

    /// The uses of the commit before that are gone.
    var leftOver: [Int] { isOpen.indices.filter { isOpen[$0] } }
}
