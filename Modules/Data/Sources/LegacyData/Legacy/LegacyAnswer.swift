import Domain
import Foundation

/// What an answer's bytes say, before it is known how old they are.
struct LegacyAnswer<Value> {
    let value: Value
    /// The store's time when it made the answer; `nil` if it doesn't say or it can't be read.
    let generatedAt: Date?
    let unreadable: [FieldPath]

    func snapshot(_ freshness: Freshness) -> Snapshot<Value> {
        Snapshot(value, freshness: freshness, unreadable: unreadable)
    }

    /// The age of an answer that came without an error. Times are compared in whole milliseconds, as the store has no
    /// finer ones.
    func freshness(requestedAt start: Date) -> Freshness {
        guard let generatedAt else { return .unknown }
        let generated = (generatedAt.timeIntervalSince1970 * 1000).rounded()
        let started = (start.timeIntervalSince1970 * 1000).rounded(.down)
        return generated < started ? .kept(asOf: generatedAt) : .live
    }
}

extension LegacyAnswer {
    /// Reads a list record by record. One that can't be read is left out and told by one path, and so is one whose
    /// identity an earlier one has.
    init<Record, Entity, Identity: Hashable>(
        list: String,
        records: [Record],
        generatedAt: Date?,
        identity: KeyPath<Entity, Identity>,
        called identityName: String,
        read: (Record) throws(UnreadableField) -> Entity
    ) where Value == [Entity] {
        var entities: [Entity] = []
        var unreadable: [FieldPath] = []
        var seen: Set<Identity> = []
        entities.reserveCapacity(records.count)
        seen.reserveCapacity(records.count)
        for (index, record) in records.enumerated() {
            do throws(UnreadableField) {
                let entity = try read(record)
                guard seen.insert(entity[keyPath: identity]).inserted else { throw UnreadableField(identityName) }
                entities.append(entity)
            } catch {
                unreadable.append(FieldPath([.field(list), .index(index)] + error.path))
            }
        }
        value = entities
        self.generatedAt = generatedAt
        self.unreadable = unreadable
    }
}

/// Where in a record something can't be read, in Domain's names; an empty path means the record as a whole.
struct UnreadableField: Error {
    let path: [FieldPath.Component]

    init(_ path: [FieldPath.Component]) {
        self.path = path
    }

    init(_ field: String) {
        path = [.field(field)]
    }
}

extension Optional {
    /// The value, or the error that names `field`.
    func readable(as field: String) throws(UnreadableField) -> Wrapped {
        guard let self else { throw UnreadableField(field) }
        return self
    }
}
