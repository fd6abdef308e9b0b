/// What the passes found in each file: the statics and globals that it changes, and its uses of singletons.
///
/// Both depend on the file's content, on its modules, and on what the files show each other: `interface` is a hash of that. Uses
/// also depend on the decisions: `decisions` is a hash of them. A later run may use these results if the hashes are the same.
/// Missing results only cost time.
struct FileResults: Sendable {
    /// A member by its file, its name, and its number among those with the name. Members that no code says don't change this.
    struct MemberName: Sendable, Equatable {
        var file: Int
        var name: String
        var number: Int
    }

    /// What was found in a file with this content.
    struct Entry: Sendable {
        var content = ContentHash()
        var changes: [MemberName] = []
        var uses: [FoundUse] = []
    }

    private(set) var interface = ContentHash()
    private(set) var decisions = ContentHash()
    /// The names by which a singleton can be accessed.
    private(set) var carriers: [String] = []
    /// The results of each file of the graph, in the graph's order.
    private(set) var files: [Entry] = []

    /// Whether the entry of each file belongs to its current content.
    private var isKnown: [Bool] = []
    /// Whether the uses in the entries belong to the current decisions.
    private var hasUses = false

    init() {}

    /// The number of files that had to be looked through.
    var missing: Int { hasUses ? isKnown.count { !$0 } : isKnown.count }

    /// Prepares for these contents; forgets what was found if the files show each other something else now.
    mutating func prepare(_ contents: [ContentHash], interface new: ContentHash) {
        if interface != new || files.count != contents.count {
            self = FileResults()
            interface = new
            files = Array(repeating: Entry(), count: contents.count)
        }
        isKnown = zip(files, contents).map { $0.content == $1 }
        for (index, content) in contents.enumerated() { files[index].content = content }
    }

    /// Returns the members that a file changes; nil if that isn't known.
    func changes(in file: Int) -> [MemberName]? { isKnown[file] ? files[file].changes : nil }

    /// Returns the uses in a file; nil if they aren't known.
    func uses(in file: Int) -> [FoundUse]? { hasUses && isKnown[file] ? files[file].uses : nil }

    /// Returns the names that carry singletons after these decisions; nil if they aren't known.
    mutating func carriers(after new: ContentHash) -> [String]? {
        hasUses = decisions == new
        return hasUses ? carriers : nil
    }

    mutating func keep(_ changes: [MemberName], in file: Int) { files[file].changes = changes }

    mutating func keep(_ uses: [FoundUse], in file: Int) { files[file].uses = uses }

    mutating func keep(carriers names: [String], after new: ContentHash) { (carriers, decisions) = (names, new) }
}

extension FileResults: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        interface = try ContentHash(from: &reader)
        decisions = try ContentHash(from: &reader)
        carriers = try reader.texts()
        files = try reader.values()
    }

    package func write(to writer: inout ArchiveWriter) {
        interface.write(to: &writer)
        decisions.write(to: &writer)
        writer.write(carriers)
        writer.write(files)
    }
}

extension FileResults.Entry: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        content = try ContentHash(from: &reader)
        for _ in 0..<(try reader.count()) {
            changes.append(.init(file: try reader.number(), name: try reader.text(), number: try reader.number()))
        }
        for _ in 0..<(try reader.count()) {
            uses.append(FoundUse(singleton: try reader.number(), use: try Use(from: &reader)))
        }
    }

    package func write(to writer: inout ArchiveWriter) {
        content.write(to: &writer)
        writer.write(changes.count)
        for member in changes {
            writer.write(member.file)
            writer.write(member.name)
            writer.write(member.number)
        }
        writer.write(uses.count)
        for found in uses {
            writer.write(found.singleton)
            found.use.write(to: &writer)
        }
    }
}

extension ContentHash: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(high: try reader.word(), low: try reader.word())
    }

    package func write(to writer: inout ArchiveWriter) {
        writer.write(word: high)
        writer.write(word: low)
    }
}
