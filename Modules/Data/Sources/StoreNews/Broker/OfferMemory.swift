#if MQTT
    import Domain
    import Foundation

    /// The versions of offers that an observer has received, so that each state arrives once. It remembers the `limit` offers
    /// that were heard of last; an older one that is sent again arrives again.
    struct OfferMemory {
        private struct Entry {
            let version: Int
            /// The hash of the offer, which takes less memory than its text; `nil` if it is over.
            let deal: Int?
            let heard: Int
        }

        private let limit: Int
        private var entries: [DealID: Entry] = [:]
        private var heard = 0

        init(limit: Int) {
            self.limit = limit
        }

        /// Returns what a message is news of, if it is.
        mutating func news(in message: NewsMessage, at time: Date) -> News? {
            switch message {
            case .deal(let deal, let version):
                note(deal.id, version, deal.isCurrent(at: time) ? deal : nil)
            case .ended(let id, let version):
                note(id, version, nil)
            }
        }

        private mutating func note(_ id: DealID, _ version: Int, _ deal: Deal?) -> News? {
            heard += 1
            let known = entries[id]
            // A copy, or one that was overtaken on the way.
            if let known, version <= known.version { return nil }
            entries[id] = Entry(version: version, deal: deal?.hashValue, heard: heard)
            if entries.count > 2 * limit { forget() }
            if let deal { return known?.deal == deal.hashValue ? nil : .deal(deal) }
            return known?.deal == nil ? nil : .ended(id)
        }

        private mutating func forget() {
            let newest = entries.sorted { $0.value.heard > $1.value.heard }.prefix(limit)
            entries = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
        }
    }
#endif
