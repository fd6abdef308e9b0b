import Foundation

/// The difference between two maps of a tree: singletons and uses that were added or removed.
///
/// Lines don't count: two uses are the same if the same declaration of the same file uses the same member in the same way. Code
/// that has moved to another file is recognised by its declaration, and a singleton in another module by its type and its
/// accessors.
public struct MapDiff: Sendable, Equatable {
    /// A singleton or file that has another name now.
    public struct Move: Sendable, Equatable, Codable {
        /// The id or path before.
        public var from: String
        /// The id or path now.
        public var to: String
        /// The number of uses that moved with a file; 0 for a singleton.
        public var uses: Int
    }

    /// The ids of singletons that only the new map has.
    public var newSingletons: [String]
    /// The ids of singletons that only the old map has.
    public var goneSingletons: [String]
    /// The singletons that another module declares now.
    public var movedSingletons: [Move]
    /// The uses that only the new map has.
    public var newUses: [MapDocument.Use]
    /// The uses that only the old map has, with their old lines.
    public var goneUses: [MapDocument.Use]
    /// The files whose uses are in another file now.
    public var movedUses: [Move]

    /// Compares two maps, which should have been created with the same options.
    public init(from old: MapDocument, to new: MapDocument) {
        let ids = (old: Set(old.singletons.map(\.id)), new: Set(new.singletons.map(\.id)))
        let moved = Self.moves(
            from: old.singletons.filter { !ids.new.contains($0.id) },
            to: new.singletons.filter { !ids.old.contains($0.id) }
        )
        movedSingletons = moved.map { Move(from: $0.key, to: $0.value, uses: 0) }.sorted { $0.from < $1.from }
        goneSingletons = ids.old.subtracting(ids.new).subtracting(moved.keys).sorted()
        newSingletons = ids.new.subtracting(ids.old).subtracting(moved.values).sorted()

        let before = old.uses.map { use in
            var use = use
            use.singleton = moved[use.singleton] ?? use.singleton
            return use
        }
        var (gone, added) = Self.difference(from: before, to: new.uses) { [$0.place, $0.file] }
        var counts: [[String]: Int] = [:]
        (gone, added) = Self.difference(from: gone, to: added, by: { [$0.place] }) {
            counts[[$0.file, $1.file], default: 0] += 1
        }
        goneUses = gone
        newUses = added
        movedUses = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            Move(from: $0.key[0], to: $0.key[1], uses: $0.value)
        }
    }

    /// Whether nothing was added, removed or moved.
    public var isEmpty: Bool {
        newSingletons.isEmpty && goneSingletons.isEmpty && movedSingletons.isEmpty && newUses.isEmpty
            && goneUses.isEmpty && movedUses.isEmpty
    }

    /// Returns the new ids by the old ones, for each type and accessors that exactly one singleton on either side has.
    private static func moves(from gone: [MapDocument.Singleton], to added: [MapDocument.Singleton]) -> [String: String]
    {
        let candidates = Dictionary(grouping: added, by: \.trait)
        var moves: [String: String] = [:]
        for (trait, singletons) in Dictionary(grouping: gone, by: \.trait) {
            guard singletons.count == 1, let same = candidates[trait], same.count == 1 else { continue }
            moves[singletons[0].id] = same[0].id
        }
        return moves
    }

    /// Returns what is left of two lists after each pair with the same key is removed from both.
    private static func difference(
        from old: [MapDocument.Use],
        to new: [MapDocument.Use],
        by key: (MapDocument.Use) -> [String],
        pair: (MapDocument.Use, MapDocument.Use) -> Void = { _, _ in }
    ) -> (gone: [MapDocument.Use], added: [MapDocument.Use]) {
        var waiting: [[String]: ArraySlice<MapDocument.Use>] = Dictionary(grouping: old, by: key).mapValues { $0[...] }
        var added: [MapDocument.Use] = []
        for use in new {
            if let same = waiting[key(use)]?.popFirst() { pair(same, use) } else { added.append(use) }
        }
        let gone = waiting.values.joined().sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
        return (gone, added)
    }
}

/// The parts of a map's JSON that a comparison requires.
public struct MapDocument: Sendable, Equatable, Decodable {
    /// A singleton.
    public struct Singleton: Sendable, Equatable, Decodable {
        struct Accessor: Sendable, Equatable, Decodable {
            var name: String
        }

        /// Its id.
        public var id: String
        var type: String
        var accessors: [Accessor]

        /// The properties that identify the singleton even if its module changes.
        var trait: [String] { [type] + accessors.map(\.name) }
    }

    /// A use.
    public struct Use: Sendable, Equatable, Codable {
        /// The id of the singleton.
        public var singleton: String
        /// The name of the member.
        public var member: String
        /// The kind of use.
        public var kind: String
        /// Path of the file.
        public var file: String
        /// Line, counted from 1.
        public var line: Int
        /// Column, counted from 1.
        public var column: Int
        /// The type around it.
        public var enclosingType: String?
        /// The function around it.
        public var enclosingFunction: String?

        /// All properties but the file and line.
        var place: String {
            [singleton, member, kind, enclosingType ?? "", enclosingFunction ?? ""].joined(separator: "\0")
        }
    }

    var format: String
    var version: Int
    /// Singletons, in any order.
    public var singletons: [Singleton]
    /// The uses in order of place.
    public var uses: [Use]

    /// Reads the JSON of `seam map`. Returns nil if the bytes are something else, or of another version.
    public init?(json: [UInt8]) {
        guard let document = try? JSONDecoder().decode(MapDocument.self, from: Data(json)),
            document.format == "seam-map", document.version == JSONReport.version
        else { return nil }
        self = document
    }

    /// Reads the JSON of the map in the file at `path`. Returns nil if there is none.
    public init?(file path: String) {
        guard let bytes = FileReader.bytes(at: path, limit: SourceLimits.storedSize) else { return nil }
        self.init(json: bytes)
    }

    /// Creates the document of a map.
    public init?(of map: CodeMap) {
        self.init(json: Array(JSONReport().text(of: map).utf8))
    }
}
