/// The rows of a list, each made when it is asked for.
///
/// A list of any length costs the same to put on screen: the entities are shared, not copied, and only what is looked
/// at is formatted. Formatting a row takes some ten microseconds and is repeated each time, which no screenful feels
/// and which saves a cache.
public struct Rows<Row>: RandomAccessCollection, Sendable {
    /// The position after the last row; the first is at 0.
    public let endIndex: Int
    private let row: @Sendable (Int) -> Row

    /// Shows `entities` in their order, each through `makeRow`.
    public init<Entity: Sendable>(_ entities: [Entity], _ makeRow: @escaping @Sendable (Entity) -> Row) {
        endIndex = entities.count
        row = { makeRow(entities[$0]) }
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The row at `index`, made anew.
    public subscript(index: Int) -> Row { row(index) }
}
