import Foundation

/// A map compared with the index of the compiler: the places that both have, and those that only one of them has.
///
/// The comparison is about places at which an accessor is named: `shared` in `AccountService.shared.fetch()`. Uses through a
/// constant or property that holds the instance have no such place, and aren't compared.
///
/// Reasons: docs/adr/index-as-judge.md.
public struct IndexComparison: Sendable, Equatable {
    /// A place in a source.
    public struct Place: Sendable, Equatable, Hashable, Comparable, Encodable {
        /// Path relative to the root of the tree.
        public var file: String
        /// Line, counted from 1.
        public var line: Int
        /// Column of the accessor's name, counted from 1 in UTF-8 bytes.
        public var column: Int

        /// Orders places by file, line and column.
        public static func < (left: Place, right: Place) -> Bool {
            (left.file, left.line, left.column) < (right.file, right.line, right.column)
        }
    }

    /// The comparison for one accessor.
    public struct Accessor: Sendable, Equatable {
        /// `Singleton.id`.
        public var singleton: String
        /// Name of the accessor.
        public var name: String
        /// Whether the index has its declaration, or for a framework's accessor a use. Otherwise nothing is compared.
        public var isIndexed: Bool
        /// The number of places outside the declaring type that both have.
        public var both: Int
        /// The places outside the declaring type that only the map has, in code that was compiled.
        public var onlyMap: [Place]
        /// The places outside the declaring type that only the index has.
        public var onlyIndex: [Place]
        /// The number of places that only the map has, on lines that the index doesn't know: another branch of an `#if`.
        public var notCompiled: Int
        /// The number of places within the declaring type that at least one of them has.
        public var inside: Int
    }

    /// Accessors in order of singleton and name.
    public var accessors: [Accessor]
    /// The number of compilations in the store.
    public var units: Int
    /// The number of files whose index is at least as new as they are.
    public var files: Int
    /// The files that changed after they were last indexed. Nothing in them is compared.
    public var stale: [String]
    /// The files that the index doesn't know. Nothing in them is compared.
    public var missing: [String]

    /// The number of places outside the declaring types that both have.
    public var both: Int { accessors.reduce(0) { $0 + $1.both } }
    /// The share of the index's places that the map has; nil if the index has none.
    public var recall: Double? { Self.share(of: both, others: accessors.reduce(0) { $0 + $1.onlyIndex.count }) }
    /// The share of the map's places that the index has; nil if the map has none.
    public var precision: Double? { Self.share(of: both, others: accessors.reduce(0) { $0 + $1.onlyMap.count }) }

    private static func share(of both: Int, others: Int) -> Double? {
        both + others == 0 ? nil : Double(both) / Double(both + others)
    }

    /// Compares a map of the tree at `root` with an index store. Blocks the caller while it reads.
    ///
    /// - Parameters:
    ///   - map: the map of the tree.
    ///   - root: path of the tree.
    ///   - store: path of the index store: `.build/debug/index/store`.
    ///   - library: path of `libIndexStore`; nil for that of the toolchain on the search path.
    /// - Throws: `IndexError` if there is no library or no store.
    public init(of map: CodeMap, root: String, store: String, library: String? = nil) throws(IndexError) {
        guard let path = library ?? IndexStoreLibrary.find(outside: root) else { throw .noToolchain }
        let index = try CompilerIndex(store: store, library: IndexStoreLibrary(path: path))
        var reading = IndexReading(of: map, root: root, index: index)
        reading.findSymbols()
        reading.findReferences()
        self.init(of: map, reading: reading, named: AccessorPlaces(of: map, root: root).places)
    }

    init(accessors: [Accessor], units: Int, files: Int, stale: [String], missing: [String]) {
        self.accessors = accessors
        self.units = units
        self.files = files
        self.stale = stale
        self.missing = missing
    }

    private init(of map: CodeMap, reading: IndexReading, named: [AccessorPlaces.Named]) {
        units = reading.index.units
        files = reading.fresh.count
        stale = reading.stale
        missing = reading.missing
        var found: [AccessorKey: [Place: Bool]] = [:]
        for name in named where reading.fresh[name.place.file] != nil {
            // If a place is named twice, it is inside if either name is.
            let isInside = name.isInside || found[name.accessor]?[name.place] == true
            found[name.accessor, default: [:]][name.place] = isInside
        }
        accessors = map.singletons.flatMap { singleton in
            Set(singleton.accessors.map(\.name)).sorted().map { name in
                let key = AccessorKey(singleton: singleton.id, name: name)
                return Self.accessor(for: key, named: found[key] ?? [:], reading: reading)
            }
        }
    }

    private static func accessor(
        for key: AccessorKey,
        named: [Place: Bool],
        reading: IndexReading
    ) -> Accessor {
        var result = Accessor(
            singleton: key.singleton,
            name: key.name,
            isIndexed: reading.known.contains(key),
            both: 0,
            onlyMap: [],
            onlyIndex: [],
            notCompiled: 0,
            inside: 0
        )
        guard result.isIndexed else { return result }
        let indexed = reading.references[key] ?? [:]
        for (place, isInside) in named {
            if let isInsideToIndex = indexed[place] {
                if isInside || isInsideToIndex { result.inside += 1 } else { result.both += 1 }
            } else if isInside {
                result.inside += 1
            } else if reading.isCompiled(place) {
                result.onlyMap.append(place)
            } else {
                result.notCompiled += 1
            }
        }
        for (place, isInside) in indexed where named[place] == nil {
            if isInside { result.inside += 1 } else { result.onlyIndex.append(place) }
        }
        result.onlyMap.sort()
        result.onlyIndex.sort()
        return result
    }
}

/// An accessor of a singleton.
struct AccessorKey: Hashable {
    /// `Singleton.id`.
    var singleton: String
    var name: String
}

/// The index's records of the accessors in a map.
struct IndexReading {
    let index: CompilerIndex
    /// The files whose index is at least as new as they are, with their records.
    private(set) var fresh: [String: [CompilerIndex.Record]] = [:]
    private(set) var stale: [String] = []
    private(set) var missing: [String] = []
    /// The accessors that the index knows.
    private(set) var known: Set<AccessorKey> = []
    /// The places that name an accessor, and whether they are within the declaring type.
    private(set) var references: [AccessorKey: [IndexComparison.Place: Bool]] = [:]

    private let map: CodeMap
    private var keys: [String: AccessorKey] = [:]
    /// The identifiers of the types that declare them.
    private var types: [AccessorKey: [String]] = [:]
    /// The lines that the index knows.
    private var lines: [String: Set<Int>] = [:]

    /// - Parameter changeTime: returns when the file at a path was last changed, in nanoseconds since 1970.
    init(
        of map: CodeMap,
        root: String,
        index: CompilerIndex,
        changeTime: (String) -> Int64 = Self.changeTime(of:)
    ) {
        self.map = map
        self.index = index
        let base = Self.realPath(of: root) ?? root
        for file in map.files {
            let path = base + "/" + file.path
            guard let records = index.records[path] ?? index.records[Self.realPath(of: path) ?? path] else {
                missing.append(file.path)
                continue
            }
            let changed = changeTime(path)
            let current = records.filter { $0.time >= changed }
            if current.isEmpty { stale.append(file.path) } else { fresh[file.path] = current }
        }
    }

    /// Finds the identifiers of the map's accessors, and of the types around them, at their declarations.
    mutating func findSymbols() {
        var wanted: [String: [(name: String, line: Int, key: AccessorKey, isType: Bool)]] = [:]
        for singleton in map.singletons where !singleton.file.isEmpty {
            let isGlobal = singleton.shape == .global || singleton.shape == .world
            let type = singleton.name.lastName
            for accessor in singleton.accessors {
                let key = AccessorKey(singleton: singleton.id, name: accessor.name)
                let file = accessor.file.isEmpty ? singleton.file : accessor.file
                wanted[file, default: []].append((accessor.name, accessor.line, key, false))
                guard !isGlobal else { continue }
                wanted[singleton.file, default: []].append((type, singleton.line, key, true))
            }
        }
        for (file, wanted) in wanted {
            let names = Set(wanted.map(\.name))
            for record in fresh[file] ?? [] {
                index.read(record) { occurrence in
                    let name = Self.baseName(of: occurrence.name)
                    guard occurrence.isDefinition, names.contains(name) else { return }
                    for want in wanted where want.name == name && want.line == occurrence.line {
                        if want.isType {
                            types[want.key, default: []].append(occurrence.symbol)
                        } else {
                            keys[occurrence.symbol] = want.key
                            known.insert(want.key)
                        }
                    }
                }
            }
        }
    }

    /// Finds all references to them, and to the accessors of frameworks.
    mutating func findReferences() {
        var names: Set<String> = []
        var foreign: [String: [(type: String, key: AccessorKey)]] = [:]
        for singleton in map.singletons {
            for accessor in singleton.accessors {
                names.insert(accessor.name)
                guard singleton.shape == .framework else { continue }
                let key = AccessorKey(singleton: singleton.id, name: accessor.name)
                foreign[accessor.name, default: []].append((singleton.name, key))
            }
        }
        for (file, records) in fresh {
            var known: Set<Int> = []
            for record in records {
                index.read(record) { occurrence in
                    known.insert(occurrence.line)
                    let name = Self.baseName(of: occurrence.name)
                    guard occurrence.isReference, names.contains(name) else { return }
                    let key =
                        keys[occurrence.symbol]
                        ?? foreign[name]?.first { Self.isMember(occurrence.symbol, of: $0.type) }?.key
                    guard let key else { return }
                    self.known.insert(key)
                    let place = IndexComparison.Place(file: file, line: occurrence.line, column: occurrence.column)
                    // An identifier begins with those of the declarations around it.
                    let isInside = types[key]?.contains { occurrence.container.hasPrefix($0) } ?? false
                    let before = references[key]?[place] ?? false
                    references[key, default: [:]][place] = isInside || before
                }
            }
            lines[file] = known
        }
    }

    /// Returns whether the index knows anything about a place's line.
    func isCompiled(_ place: IndexComparison.Place) -> Bool {
        lines[place.file]?.contains(place.line) ?? false
    }

    /// Returns `shared` for `shared()`.
    private static func baseName(of name: String) -> String {
        String(name.prefix { $0 != "(" })
    }

    /// Returns whether an identifier belongs to a member of a type with this name. The compiler writes a name's length before
    /// it, and for Objective-C the type's name with its prefix.
    private static func isMember(_ symbol: String, of type: String) -> Bool {
        symbol.contains("\(type.utf8.count)\(type)") || symbol.contains("(cs)NS\(type)(")
            || symbol.contains("(cs)\(type)(")
    }

    private static func realPath(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns when a file was last changed, in nanoseconds since 1970.
    private static func changeTime(of path: String) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
