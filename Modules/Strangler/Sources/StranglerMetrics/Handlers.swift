#if Metrics
    import Metrics
    import Strangler
    import Synchronization

    /// The counters and timers that were used before, so that none is made anew for each entry.
    final class Handlers: Sendable {
        /// Which metric, and of what.
        struct Key: Hashable, Sendable {
            let name: String
            let operation: String
            let sides: Sides?
            /// Names and values in turn.
            let labels: [String]

            init(_ name: String, _ operation: String, _ sides: Sides?, _ labels: [String] = []) {
                self.name = name
                self.operation = operation
                self.sides = sides
                self.labels = labels
            }

            var label: String { "strangler_" + name }

            var dimensions: [(String, String)] {
                let more = stride(from: 0, to: labels.count - 1, by: 2).map { (labels[$0], labels[$0 + 1]) }
                return Dimensions.of(operation, sides) + more
            }
        }

        private struct Made {
            var counters: [Key: Counter] = [:]
            var timers: [Key: Timer] = [:]
        }

        private let factory: (any MetricsFactory)?
        private let made = Mutex(Made())

        /// - Parameter factory: Makes them; nil for the metrics system as it is set up when an entry comes.
        init(factory: (any MetricsFactory)?) {
            self.factory = factory
        }

        var current: any MetricsFactory { factory ?? MetricsSystem.factory }

        func counter(_ key: Key) -> Counter {
            made.withLock { made in
                if let known = made.counters[key] { return known }
                let current = current
                let counter = Counter(label: key.label, dimensions: key.dimensions, factory: current)
                // What is made before the program sets its metrics up reports nothing.
                if !(current is NOOPMetricsHandler) { made.counters[key] = counter }
                return counter
            }
        }

        func timer(_ key: Key) -> Timer {
            made.withLock { made in
                if let known = made.timers[key] { return known }
                let current = current
                let timer = Timer(label: key.label, dimensions: key.dimensions, factory: current)
                if !(current is NOOPMetricsHandler) { made.timers[key] = timer }
                return timer
            }
        }
    }
#endif
