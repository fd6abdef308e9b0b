import DataSupport
public import Foundation

/// Sends what is in a spool to a collector elsewhere, in batches, each record at least once.
///
/// How far it has got is kept beside the spool when a batch is accepted, so another run, or another process, goes on
/// from there; a crash between the two sends a batch again. Whoever collects knows a record by its `id`. Of several
/// processes one sends at a time. Records that are gone before they were sent are told by the record that says how many.
public actor RemoteCollector {
    /// Brings a batch to the collector, and answers whether it was accepted. The batch is JSON: `{"records":[...]}`, each
    /// as a line of the spool.
    public typealias Send = @Sendable (Data) async -> Bool

    /// How long to wait after failures.
    public struct Backoff: Sendable {
        /// After the first.
        public let first: Duration
        /// At most; it is doubled up to that.
        public let longest: Duration

        /// Takes both.
        public init(first: Duration, longest: Duration) {
            self.first = first
            self.longest = longest
        }

        /// Between half and all of what is due after so many failures, so that not everybody comes back at once.
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

    /// Makes a collector's client.
    ///
    /// - Parameters:
    ///   - batchSize: How many records a batch has at most; at least 1.
    ///   - random: Numbers from 0 to 1, for the waits.
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

    /// What a pass came to.
    public enum Pass: Hashable, Sendable {
        /// Everything that was in the spool is accepted.
        case done
        /// A batch was not accepted, the spool can't be read or the place can't be kept; what is left stays to be sent.
        case failed
        /// Another process is sending.
        case busy
    }

    /// Sends what has not been accepted yet, then whatever `centre` publishes, until the calling task is cancelled.
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
                // The file has gone, and another was begun.
                if contents.next < next { contents = try spool.contents(from: 0) }
                let lines = contents.lines.prefix(batchSize)
                guard let last = lines.last else { return .done }
                var records = lines.compactMap(\.record)
                // Some went before they were sent: the record of that is all there is of them.
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

/// The number of the line to send next, in a file.
private struct Place {
    private struct Contents: Codable {
        let next: Int
    }

    let file: URL

    /// 0 if nothing, or nothing readable, is kept: then everything is sent again, which a collector notices.
    func read() -> Int {
        guard let bytes = try? Data(contentsOf: file) else { return 0 }
        let next = (try? JSONDecoder().decode(Contents.self, from: bytes))?.next ?? 0
        // Nobody has written as many records; a number like that is no number of ours.
        return (0...1 << 50).contains(next) ? next : 0
    }

    func write(_ next: Int) throws(SystemError) {
        try PrivateFile.replace(file, with: Data(#"{"next":\#(next)}"#.utf8))
    }
}
