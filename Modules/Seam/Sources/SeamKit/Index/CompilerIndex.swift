import Foundation

/// An index store that a debug build has written: the files it knows, the age of its records, and the symbols in the files.
final class CompilerIndex {
    /// The index's record of one place.
    struct Occurrence {
        var name: String
        /// The symbol's identifier (USR), unique over modules.
        var symbol: String
        var line: Int
        var column: Int
        var isDefinition: Bool
        var isReference: Bool
        /// The identifier of the declaration around it; empty at the top level of a file.
        var container: String
    }

    /// The record of one file from a build.
    struct Record {
        var name: String
        /// When the build wrote it, in nanoseconds since 1970.
        var time: Int64
    }

    /// The number of compilations in the store.
    private(set) var units = 0
    /// The records by the absolute path of the file that they describe.
    private(set) var records: [String: [Record]] = [:]

    private let library: IndexStoreLibrary
    private let store: IndexStoreLibrary.Object

    init(store path: String, library: IndexStoreLibrary) throws(IndexError) {
        var isFolder: ObjCBool = false
        let hasUnits = FileManager.default.fileExists(atPath: path + "/v5/units", isDirectory: &isFolder)
        // The library creates a store if there is none.
        guard hasUnits, isFolder.boolValue else { throw .noStore(path, reason: "") }
        var error: IndexStoreLibrary.Object?
        guard let store = library.createStore(path, &error) else {
            let reason = error.flatMap { library.describeError($0) }.map { String(cString: $0) } ?? ""
            error.map(library.disposeError)
            throw .noStore(path, reason: reason)
        }
        self.library = library
        self.store = store
        readUnits()
    }

    deinit {
        library.disposeStore(store)
    }

    private func readUnits() {
        var names: [String] = []
        IndexStoreLibrary.eachText({ library.visitUnits(store, 1, $0, $1) }, body: { names.append($0) })
        for name in names {
            var error: IndexStoreLibrary.Object?
            guard let unit = library.createUnit(store, name, &error) else {
                error.map(library.disposeError)
                continue
            }
            defer { library.disposeUnit(unit) }
            guard !library.isSystemUnit(unit) else { continue }
            units += 1
            var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
            library.unitTime(unit, &seconds, &nanoseconds)
            let time = seconds &* 1_000_000_000 &+ nanoseconds
            IndexStoreLibrary.eachObject({ library.visitDependencies(unit, $0, $1) }) { dependency in
                guard library.dependencyKind(dependency) == Self.recordKind else { return }
                let path = IndexStoreLibrary.string(of: library.dependencyPath(dependency))
                guard path.hasSuffix(".swift") else { return }
                let record = Record(name: IndexStoreLibrary.string(of: library.dependencyName(dependency)), time: time)
                records[path, default: []].append(record)
            }
        }
    }

    /// Calls `body` for everything in a record, except for what the compiler added by itself.
    func read(_ record: Record, body: (Occurrence) -> Void) {
        var error: IndexStoreLibrary.Object?
        guard let reader = library.createRecord(store, record.name, &error) else {
            error.map(library.disposeError)
            return
        }
        defer { library.disposeRecord(reader) }
        IndexStoreLibrary.eachObject({ library.visitOccurrences(reader, $0, $1) }) { occurrence in
            let roles = library.occurrenceRoles(occurrence)
            guard roles & Role.implicit == 0, let symbol = library.occurrenceSymbol(occurrence) else { return }
            var (line, column): (UInt32, UInt32) = (0, 0)
            library.occurrencePlace(occurrence, &line, &column)
            body(
                Occurrence(
                    name: IndexStoreLibrary.string(of: library.symbolName(symbol)),
                    symbol: IndexStoreLibrary.string(of: library.symbolIdentifier(symbol)),
                    line: Int(line),
                    column: Int(column),
                    isDefinition: roles & Role.definition != 0,
                    isReference: roles & Role.reference != 0,
                    container: container(of: occurrence)
                )
            )
        }
    }

    private func container(of occurrence: IndexStoreLibrary.Object) -> String {
        var container = ""
        IndexStoreLibrary.eachObject({ library.visitRelations(occurrence, $0, $1) }) { relation in
            guard container.isEmpty, library.relationRoles(relation) & (Role.containedBy | Role.childOf) != 0,
                let symbol = library.relationSymbol(relation)
            else { return }
            container = IndexStoreLibrary.string(of: library.symbolIdentifier(symbol))
        }
        return container
    }

    private static let recordKind: UInt32 = 2

    private enum Role {
        static let definition: UInt64 = 1 << 1
        static let reference: UInt64 = 1 << 2
        static let implicit: UInt64 = 1 << 8
        static let childOf: UInt64 = 1 << 9
        static let containedBy: UInt64 = 1 << 16
    }
}
