#if Metrics && Journal
    import Foundation
    import Metrics
    import Synchronization

    /// The metrics of this process in the text format of Prometheus, provided by a small server on loopback.
    ///
    /// This is an example. A real program uses a metrics system such as swift-prometheus.
    final class ScrapedMetrics: MetricsFactory {
        private struct Series: Hashable {
            let name: String
            let labels: [[String]]
        }

        private let values = Mutex<[Series: Double]>([:])

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            Handler { self.add(Double($0), label + "_total", dimensions) }
        }

        func makeRecorder(
            label: String,
            dimensions: [(String, String)],
            aggregate: Bool
        ) -> any RecorderHandler {
            Handler(record: { self.set($0, label, dimensions) }, add: { _ in })
        }

        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            Handler { nanoseconds in
                self.add(1, label + "_seconds_count", dimensions)
                self.add(Double(nanoseconds) / 1e9, label + "_seconds_sum", dimensions)
            }
        }

        func destroyCounter(_ handler: any CounterHandler) {}
        func destroyRecorder(_ handler: any RecorderHandler) {}
        func destroyTimer(_ handler: any TimerHandler) {}

        /// All metrics in the text format.
        var text: String {
            let values = values.withLock { $0 }
            return values.map { series, value in
                let labels = series.labels.map { "\($0[0])=\"\(Self.escaped($0[1]))\"" }.joined(separator: ",")
                return "\(series.name){\(labels)} \(value)\n"
            }.sorted().joined()
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }

        private func add(_ value: Double, _ name: String, _ labels: [(String, String)]) {
            values.withLock { $0[Series(name: name, labels: labels.map { [$0.0, $0.1] }), default: 0] += value }
        }

        private func set(_ value: Double, _ name: String, _ labels: [(String, String)]) {
            values.withLock { $0[Series(name: name, labels: labels.map { [$0.0, $0.1] })] = value }
        }
    }

    /// One metric, as functions.
    private final class Handler: CounterHandler, RecorderHandler, TimerHandler {
        private let record: @Sendable (Double) -> Void
        private let add: @Sendable (Int64) -> Void

        init(record: @escaping @Sendable (Double) -> Void = { _ in }, add: @escaping @Sendable (Int64) -> Void) {
            self.record = record
            self.add = add
        }

        func increment(by amount: Int64) { add(amount) }
        func reset() {}
        func record(_ value: Int64) { record(Double(value)) }
        func record(_ value: Double) { record(value) as Void }
        func recordNanoseconds(_ duration: Int64) { add(duration) }
    }

    extension ScrapedMetrics {
        struct NoPort: Error {}

        /// Responds to every request with the metrics, on a thread of its own, as long as the process exists.
        func serve(port: UInt16) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var yes: Int32 = 1
            setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
            }
            guard isBound, listen(listener, 8) == 0 else { throw NoPort() }
            Thread.detachNewThread { [self] in
                while true {
                    let connection = accept(listener, nil, nil)
                    guard connection >= 0 else { continue }
                    answer(connection)
                    close(connection)
                }
            }
        }

        private func answer(_ connection: Int32) {
            var request = [UInt8](repeating: 0, count: 8_192)
            guard read(connection, &request, request.count) > 0 else { return }
            let body = text
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n"
            var answer = Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)[...]
            while !answer.isEmpty {
                let written = answer.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
                guard written > 0 else { return }
                answer = answer.dropFirst(written)
            }
        }
    }
#endif
