import Foundation

/// What changed between two maps of one tree: singletons and uses that came and went.
///
/// Lines don't count: a use is the same if the same declaration of the same file uses the same member in the same way. Code
/// that stands in another file now is recognised by its declaration, and a singleton in another module by its type and its
/// accessors.
public struct MapDiff: Sendable, Equatable {
    /// A singleton or file under another name now.
    public struct Move: Sendable, Equatable, Codable {
        /// Its id or path before.
        public var from: String
        /// Its id or path now.
        public var to: String
        /// Uses that moved with a file; 0 for a singleton.
        public var uses: Int
    }

    /// Ids of singletons that only the new map has.
    public var newSingletons: [String]
    /// Ids of singletons that only the old map has.
    public var goneSingletons: [String]
    /// Singletons that another module declares now.
    public var movedSingletons: [Move]
    /// Uses that only the new map has.
    public var newUses: [MapDocument.Use]
    /// Uses that only the old map has, with the lines they had.
    public var goneUses: [MapDocument.Use]
    /// Files whose uses stand in another file now.
    public var movedUses: [Move]

    /// Compares two maps. They should have been made with the same options.
    public init(from old: MapDocument, to new: MapDocument) {
        let ids = (old: Set(old.singletons.map(\.id)), new: Set(new.singletons.map(\.id)))
        let moved = Self.moves(
            old.singletons.filter { !ids.new.contains($0.id) },
            new.singletons.filter { !ids.old.contains($0.id) }
        )
        movedSingletons = moved.map { Move(from: $0.key, to: $0.value, uses: 0) }.sorted { $0.from < $1.from }
        goneSingletons = ids.old.subtracting(ids.new).subtracting(moved.keys).sorted()
        newSingletons = ids.new.subtracting(ids.old).subtracting(moved.values).sorted()

        let before = old.uses.map { use in
            var use = use
            use.singleton = moved[use.singleton] ?? use.singleton
            return use
        }
        var (gone, added) = Self.difference(before, new.uses) { [$0.place, $0.file] }
        var counts: [[String]: Int] = [:]
        (gone, added) = Self.difference(gone, added, by: { [$0.place] }) {
            counts[[$0.file, $1.file], default: 0] += 1
        }
        goneUses = gone
        newUses = added
        movedUses = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            Move(from: $0.key[0], to: $0.key[1], uses: $0.value)
        }
    }

    /// Whether nothing came, went or moved.
    public var isEmpty: Bool {
        newSingletons.isEmpty && goneSingletons.isEmpty && movedSingletons.isEmpty && newUses.isEmpty
            && goneUses.isEmpty && movedUses.isEmpty
    }

    /// New ids by old ones, where exactly one on either side has the same type and accessors.
    private static func moves(_ gone: [MapDocument.Singleton], _ added: [MapDocument.Singleton]) -> [String: String] {
        let candidates = Dictionary(grouping: added, by: \.trait)
        var moves: [String: String] = [:]
        for (trait, singletons) in Dictionary(grouping: gone, by: \.trait) {
            guard singletons.count == 1, let same = candidates[trait], same.count == 1 else { continue }
            moves[singletons[0].id] = same[0].id
        }
        return moves
    }

    /// What is left of two lists after each pair with the same key is taken out of both.
    private static func difference(
        _ old: [MapDocument.Use],
        _ new: [MapDocument.Use],
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

/// The parts of a map's JSON that a comparison needs.
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

        /// What tells it apart, wherever it is declared.
        var trait: [String] { [type] + accessors.map(\.name) }
    }

    /// A use.
    public struct Use: Sendable, Equatable, Codable {
        /// Id of the singleton.
        public var singleton: String
        /// Name of the member.
        public var member: String
        /// What happens to it.
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

        /// Everything but the file and line.
        var place: String {
            [singleton, member, kind, enclosingType ?? "", enclosingFunction ?? ""].joined(separator: "\0")
        }
    }

    var format: String
    var version: Int
    /// Singletons, in any order.
    public var singletons: [Singleton]
    /// Uses in order of place.
    public var uses: [Use]

    /// Reads the JSON of `seam map`; nil if the bytes are something else, or of another version.
    public init?(json: [UInt8]) {
        guard let document = try? JSONDecoder().decode(MapDocument.self, from: Data(json)),
            document.format == "seam-map", document.version == JSONReport.version
        else { return nil }
        self = document
    }

    /// Reads the JSON of the map in the file at `path`; nil if there is none.
    public init?(file path: String) {
        let reader = FileReader()
        guard let bytes = withExtendedLifetime(reader, { reader.read(path).map { Array($0) } }) else { return nil }
        self.init(json: bytes)
    }

    /// The document of a map.
    public init?(_ map: CodeMap) {
        self.init(json: Array(JSONReport().text(map).utf8))
    }
}
