import SeamCheck
import SeamKit

/// The uses of a tree's singletons with their states, at one commit. Tests are left out.
struct Ledger: Sendable, Equatable {
    /// A singleton as far as its history has to know it.
    struct Entry: Sendable, Hashable {
        /// `Singleton.id`.
        var id: String
        var name: String
        var module: String
        var accessors: [String]
        var file: String
    }

    /// A use.
    struct Use: Sendable, Hashable {
        /// `Singleton.id`.
        var singleton: String
        var member: String
        var state: UseState
        var file: String
        /// Line, counted from 1.
        var line: Int
        var module: String
        var enclosingType: String
        var enclosingFunction: String
        /// Why it is left on purpose, as a comment at it says; empty without one.
        var reason: String
    }

    /// A call that relies on a default.
    struct Call: Sendable, Hashable {
        /// `Singleton.id`.
        var singleton: String
        /// What is made.
        var callee: String
        /// What is around the call; empty at top level.
        var maker: String
        var file: String
        /// Line, counted from 1.
        var line: Int
    }

    var entries: [Entry] = []
    var uses: [Use] = []
    var calls: [Call] = []
    /// The number of sources that are no Swift: not UTF-8, or beyond a limit.
    var unread = 0
    /// Whether a source could not be read this time, and may be in another run. Never stored.
    var isPartial = false
    /// The singletons of earlier commits that it was asked about and that are none any more. Not stored.
    var gone: Set<RetiredSingleton> = []

    /// Returns whether it would be the same, read from the same tree after the singletons of these commits.
    func isSame(with retired: Set<RetiredSingleton>) -> Bool { gone == gone(among: retired) }

    /// Returns those of some singletons that it has no longer.
    func gone(among retired: Set<RetiredSingleton>) -> Set<RetiredSingleton> {
        let ids = Set(entries.map(\.id))
        return retired.filter { !ids.contains($0.id) }
    }

    /// Finds the uses that only pass a singleton on from a root.
    ///
    /// - Parameter passing: finds them among the uses of some singletons. It is asked about those that some code gets from who makes
    ///   it, and that other code names without using a member.
    mutating func findRoots(_ passing: (Set<String>) -> [SeamKit.Use]) {
        let named = uses.filter { $0.state == .direct && $0.member == SeamKit.Use.instance }
        let handed = uses.filter { [.taken, .passed, .byProtocol].contains($0.state) }
        let injected = Set(named.map(\.singleton)).intersection(handed.map(\.singleton))
        guard !injected.isEmpty else { return }
        for use in passing(injected) {
            let index = uses.firstIndex {
                $0.state == .direct && $0.singleton == use.singleton && $0.member == use.member && $0.file == use.file
                    && $0.line == use.line
            }
            if let index { uses[index].state = .root }
        }
    }
}

extension Ledger.Call {
    init(call: DefaultedCall) {
        self.init(singleton: call.id, callee: call.callee, maker: call.maker, file: call.file, line: call.line)
    }
}

/// A singleton of an earlier commit, whose accessor may be gone.
struct RetiredSingleton: Sendable, Hashable, Comparable {
    var id: String
    var name: String
    var module: String

    static func < (first: RetiredSingleton, second: RetiredSingleton) -> Bool { first.id < second.id }
}

extension Ledger: FieldArchived {
    static var blank: Self { Self() }

    mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&entries)
        try archive.field(&uses)
        try archive.field(&calls)
        try archive.field(&unread)
    }
}

extension Ledger.Entry: FieldArchived {
    static var blank: Self { Self(id: "", name: "", module: "", accessors: [], file: "") }

    mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&id)
        try archive.field(&name)
        try archive.field(&module)
        try archive.field(&file)
        try archive.field(&accessors)
    }
}

extension Ledger.Call: FieldArchived {
    static var blank: Self { Self(singleton: "", callee: "", maker: "", file: "", line: 0) }

    mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&singleton)
        try archive.field(&callee)
        try archive.field(&maker)
        try archive.field(&file)
        try archive.field(&line)
    }
}

extension Ledger.Use: FieldArchived {
    static var blank: Self {
        Self(
            singleton: "",
            member: "",
            state: .direct,
            file: "",
            line: 0,
            module: "",
            enclosingType: "",
            enclosingFunction: "",
            reason: ""
        )
    }

    mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&singleton)
        try archive.field(&member)
        try archive.field(&state)
        try archive.field(&file)
        try archive.field(&module)
        try archive.field(&enclosingType)
        try archive.field(&enclosingFunction)
        try archive.field(&reason)
        try archive.field(&line)
    }
}
