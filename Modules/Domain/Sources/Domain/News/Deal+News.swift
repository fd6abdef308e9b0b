public import Foundation

extension Deal {
    /// Returns the news that lead from the offers that an observer knows to the current list of the store: offers that are new
    /// or have changed in the order of the list, then those that ended in the order of their identifiers. An offer that is no
    /// longer valid at `time` counts as ended.
    public static func news(from known: [DealID: Deal], to list: [Deal], at time: Date) -> [News] {
        let current = list.filter { $0.isCurrent(at: time) }
        let ended = Set(known.keys).subtracting(current.map(\.id))
        return current.filter { known[$0.id] != $0 }.map { .deal($0) } + ended.sorted().map { .ended($0) }
    }
}
