import DataSupport
public import Foundation

/// Sends the records of a spool to a remote collector, in batches, each record at least once.
///
/// The position is stored beside the spool when a batch is accepted, so another run, or another process, continues from there.
/// After a crash between the two, a batch is sent again; the receiver recognises a record by its `id`. Only one process sends
/// at a time. If records were deleted before they were sent, the record that counts the deleted ones is sent instead.
public actor RemoteCollector {
    /// Sends a batch to the collector, and returns whether the collector accepted it. The batch is JSON: `{"records":[...]}`,
    /// each record in the format of a line of the spool.
    public typealias Send = @Sendable (Data) async -> Bool

    /// How long to wait after failures.
    public struct Backoff: Sendable {
        /// The wait after the first failure.
        public let first: Duration
        /// The longest wait. The wait is doubled until it reaches this limit.
        public let longest: Duration

        /// Creates a backoff from its parts.
        public init(first: Duration, longest: Duration) {
            self.first = first
            self.longest = longest
        }

        /// Returns a wait between half and all of what is due after this number of failures, so that clients don't all return
        /// at the same time.
        func wait(after failures: Int, random: Double) -> Duration {
            let due = min(longest, first * Int(1) << min(max(0, failures - 1), 30))
            return due / 2 + due / 2 * random
        }
    }

    private let spool: Spool
    private let batchSize: Int
    private let send: Send
    private let backoff: Backoff
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double

    /// Creates a client of a collector.
    ///
    /// - Parameters:
    ///   - spool: The file whose records are sent.
    ///   - batchSize: The maximum number of records in a batch; at least 1.
    ///   - send: Sends one batch to the collector.
    ///   - backoff: How long to wait after a failure.
    ///   - clock: Measures the waits.
    ///   - random: Returns numbers from 0 to 1, for the waits.
    public init(
        spool: Spool,
        batchSize: Int,
        send: @escaping Send,
        backoff: Backoff,
        clock: any Clock<Duration>,
        random: @escaping @Sendable () -> Double
    ) {
        self.spool = spool
        self.batchSize = max(1, batchSize)
        self.send = send
        self.backoff = backoff
        self.clock = clock
        self.random = random
    }

    /// The result of a pass.
    public enum Pass: Hashable, Sendable {
        /// Everything in the spool is accepted.
        case done
        /// A batch was not accepted, the spool can't be read, or the position can't be stored. The rest will be sent later.
        case failed
        /// Another process is sending.
        case busy
    }

    /// Sends what has not been accepted yet, then everything that `centre` publishes, until the calling task is cancelled.
    public func run(for centre: DiagnosticsCentre) async {
        var news = await centre.observe(buffering: 1).makeAsyncIterator()
        var failures = 0
        while !Task.isCancelled {
            if await sendPending() == .done {
                failures = 0
                guard await news.next(isolation: self) != nil else { return }
            } else {
                failures += 1
                guard (try? await clock.sleep(for: backoff.wait(after: failures, random: random()))) != nil else {
                    return
                }
            }
        }
    }

    /// Sends what has not been accepted yet, once.
    public func sendPending() async -> Pass {
        do {
            let folder = spool.file.deletingLastPathComponent()
            guard FileManager.default.fileExists(atPath: spool.file.path) else { return .done }
            let lock = try FileLock(folder.appendingPathComponent("collector.lock").path)
            defer { withExtendedLifetime(lock) {} }
            guard try lock.tryToTake() else { return .busy }
            let place = Place(file: folder.appendingPathComponent("collector.json"))
            var next = place.read()
            while !Task.isCancelled {
                var contents = try spool.contents(from: next)
                // The file was deleted, and a new one was begun.
                if contents.next < next { contents = try spool.contents(from: 0) }
                let lines = contents.lines.prefix(batchSize)
                guard let last = lines.last else { return .done }
                var records = lines.compactMap(\.record)
                // Some records were deleted before they were sent. The record that counts them is all that is left of them.
                if next < contents.gone, let notice = contents.notice { records.insert(notice, at: 0) }
                if !records.isEmpty {
                    guard await send(Self.batch(records)) else { return .failed }
                }
                next = last.number + 1
                try place.write(next)
            }
            return .failed
        } catch {
            return .failed
        }
    }

    private static func batch(_ records: [PublishedDiagnostic]) -> Data {
        var bytes = Data(#"{"records":["#.utf8)
        for (index, record) in records.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(RecordLine.bytes(record).dropLast())
        }
        bytes.append(contentsOf: "]}".utf8)
        return bytes
    }
}

/// The position in a spool, stored in a file: the number of the line to send next.
private struct Place {
    private struct Contents: Codable {
        let next: Int
    }

    let file: URL

    /// Returns the stored position, or 0 if there is no readable one. Then everything is sent again, and the collector
    /// recognises the repeated records.
    func read() -> Int {
        guard let bytes = try? PrivateFile.contents(of: file) else { return 0 }
        let next = (try? JSONDecoder().decode(Contents.self, from: bytes))?.next ?? 0
        // No spool reaches such a number of records, so a larger number is not a position.
        return (0...1 << 50).contains(next) ? next : 0
    }

    func write(_ next: Int) throws(SystemError) {
        try PrivateFile.replace(file, with: Data(#"{"next":\#(next)}"#.utf8))
    }
}
