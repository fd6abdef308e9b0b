/// The records of files by their content: after an edit of one file, those of all others are still valid.
///
/// There is one store for each tree. A record depends only on the file's content, so an outdated or missing store only costs
/// time. Records of contents that came after the last full write are stored in a part of their own, so an edit writes a few
/// records and not all.
///
/// Reasons: docs/adr/facts-and-caches.md.
struct FactStore: Sendable {
    private(set) var base = RecordTable()
    private(set) var recent = RecordTable()

    init() {}

    /// Reads the store of a tree.
    init(store: TreeStore) {
        guard let base: RecordTable = store.value(.facts, key: store.key(of: .facts).hash) else { return }
        self.base = base
        recent = store.value(.recentFacts, key: Self.recentKey(in: store, base: base)) ?? RecordTable()
    }

    /// Returns the record of a content under a path, or nil if it isn't known.
    func record(of hash: ContentHash, path: String) -> FileRecord? {
        base.record(of: hash, path: path, firstNumber: 0)
            ?? recent.record(of: hash, path: path, firstNumber: base.names.count)
    }

    /// Stores the records of a tree's files, and nothing else.
    func keep(_ records: [FileRecord], in store: TreeStore) {
        let hashes = Set(records.map(\.sketch.hash))
        let new = hashes.count { !base.knows($0) }
        let unused = base.count - (hashes.count - new)
        // A part that is much too large, or a second part that is, costs more than writing all.
        guard base.count > 0, new <= 64 + base.count / 16, unused <= 64 + base.count / 4 else {
            let key = store.key(of: .facts).hash
            store.keep(.facts, key: key) { [base] in RecordTable(records: records, old: base) }
            return
        }
        guard new != recent.count || !hashes.allSatisfy({ base.knows($0) || recent.knows($0) }) else { return }
        store.keep(.recentFacts, key: Self.recentKey(in: store, base: base)) { [base] in
            RecordTable(records: records.filter { !base.knows($0.sketch.hash) }, old: RecordTable())
        }
    }

    /// Recent records belong to one base: those of another one would be there twice, or not be needed.
    private static func recentKey(in store: TreeStore, base: RecordTable) -> ContentHash {
        var key = store.key(of: .recentFacts)
        key.add(base.id)
        return key.hash
    }
}
