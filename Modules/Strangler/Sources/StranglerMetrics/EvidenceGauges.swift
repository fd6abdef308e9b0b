#if Metrics
    import Metrics
    import Strangler
    import Synchronization

    /// Reports evidence as gauges, with a day for each, from which it can be read back.
    ///
    /// Numbers are reported unchanged. For subject classes a gauge contains 32 of them as the bits of a whole number, so that
    /// the classes of several processes can be joined without counting one twice.
    final class EvidenceGauges: Sendable {
        private struct State {
            var counts: [Tally.Key: Int] = [:]
            var words: [Tally.Key: UInt32] = [:]
        }

        private static let day = 86_400
        private let writer = String(UInt64.random(in: .min ... .max), radix: 16)
        private let state = Mutex(State())

        func report(_ entries: [Entry], to factory: any MetricsFactory) {
            let changed = state.withLock { state in
                var changed: [Tally.Key: Double] = [:]
                for entry in entries {
                    for tally in entry.tallies(by: writer, grain: Self.day) where tally.key.kind != .latency {
                        let (key, value) = add(tally, to: &state)
                        changed[key] = value
                    }
                }
                return changed
            }
            for (key, value) in changed {
                let labels = [
                    ("writer", key.writer), ("kind", key.kind.rawValue), ("detail", key.detail),
                    ("day", String(key.start / Self.day)), ("word", String(key.number)),
                ]
                let dimensions = Dimensions.of(key.operation, key.sides) + labels
                Gauge(label: "strangler_evidence", dimensions: dimensions, factory: factory).record(value)
            }
        }

        /// Adds a tally, and returns the new value of its gauge. Labels of calls have no gauges.
        private func add(_ tally: Tally, to state: inout State) -> (Tally.Key, Double) {
            var key = tally.key
            key.labels = [:]
            guard key.kind.isOfSubjects else {
                state.counts[key, default: 0] += tally.count
                return (key, Double(state.counts[key] ?? 0))
            }
            // A run without a subject class belongs to a class of its own, with the number -1, in word -1.
            let (word, bit) = key.number < 0 ? (-1, 0) : (key.number / 32, key.number % 32)
            key.number = word
            state.words[key, default: 0] |= 1 << UInt32(bit)
            return (key, Double(state.words[key] ?? 0))
        }
    }
#endif
