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

        /// The type and function around it: `Cart.load(_:)`; empty at top level.
        var enclosing: String { [enclosingType, enclosingFunction].filter { !$0.isEmpty }.joined(separator: ".") }
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
}

/// A singleton of an earlier commit, whose accessor may be gone.
struct RetiredSingleton: Sendable, Hashable, Comparable {
    var id: String
    var name: String
    var module: String

    static func < (first: RetiredSingleton, second: RetiredSingleton) -> Bool { first.id < second.id }
}

extension Ledger: Archived {
    func write(to writer: inout ArchiveWriter) {
        writer.write(entries)
        writer.write(uses)
        writer.write(calls)
        writer.write(unread)
    }

    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        entries = try reader.values()
        uses = try reader.values()
        calls = try reader.values()
        unread = try reader.number()
    }
}

extension Ledger.Entry: Archived {
    func write(to writer: inout ArchiveWriter) {
        for text in [id, name, module, file] { writer.write(text) }
        writer.write(accessors)
    }

    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        id = try reader.text()
        name = try reader.text()
        module = try reader.text()
        file = try reader.text()
        accessors = try reader.texts()
    }
}

extension Ledger.Call: Archived {
    func write(to writer: inout ArchiveWriter) {
        for text in [singleton, callee, maker, file] { writer.write(text) }
        writer.write(line)
    }

    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        singleton = try reader.text()
        callee = try reader.text()
        maker = try reader.text()
        file = try reader.text()
        line = try reader.number()
    }
}

extension Ledger.Use: Archived {
    func write(to writer: inout ArchiveWriter) {
        for text in [singleton, member, state.rawValue, file, module, enclosingType, enclosingFunction, reason] {
            writer.write(text)
        }
        writer.write(line)
    }

    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        singleton = try reader.text()
        member = try reader.text()
        state = try reader.choice()
        file = try reader.text()
        module = try reader.text()
        enclosingType = try reader.text()
        enclosingFunction = try reader.text()
        reason = try reader.text()
        line = try reader.number()
    }
}
