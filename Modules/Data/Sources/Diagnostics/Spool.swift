import DataSupport
import Domain
public import Foundation

/// The file in which records are stored, one on each line, in the order they were published. Several processes may append to it
/// and read it at the same time. Only its owner may read it.
///
/// Appended records survive the end of the process as soon as they are written, and a loss of power as soon as `fsync` has
/// returned, if the disk does what it reports; `append` returns after both. When the file exceeds a limit, the oldest records
/// are deleted, and the first line says how many have been deleted in total. If a crash left an incomplete last line, the next
/// process that appends cuts it off and records that it did.
///
/// Reasons: docs/adr/error-spool.md.
public struct Spool: Sendable {
    /// The location of the file.
    public let file: URL

    private let folder: URL
    private let limit: Int
    private let now: @Sendable () -> Date

    /// Creates a spool in a folder. The folder is created when the first record is stored.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file.
    ///   - limit: The size of the file in bytes above which its older half is deleted.
    ///   - now: Returns the time for records of the spool itself.
    public init(folder: URL, limit: Int, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.limit = limit
        self.now = now
        file = folder.appendingPathComponent("errors.jsonl")
    }

    /// The contents of the file.
    public struct Contents: Sendable {
        /// The records that can be read, oldest first.
        public var records: [PublishedDiagnostic] { lines.compactMap(\.record) }
        /// The number of lines that can't be read.
        public var unreadable: Int { lines.count { $0.record == nil } }
        /// The number of records that have been deleted in total, because there were too many.
        public let gone: Int
        /// The record that says how many were deleted, if there is one.
        public let notice: PublishedDiagnostic?

        let lines: [(number: Int, record: PublishedDiagnostic?)]
        /// The number of the next line. Lines are counted from 0 since the beginning, including deleted ones.
        let next: Int
    }

    /// Why a record is not stored, or why the file can't be read.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The system's description of the error, without contents of the file.
        public let description: String

        init(_ error: SystemError) {
            description = error.description
        }
    }
}

// MARK: - Reading

extension Spool {
    /// Returns the contents of the file, from line number `first` on. They are empty if there is no file.
    func contents(from first: Int = 0) throws(Failure) -> Contents {
        guard var lines = try failing({ () throws(SystemError) in try lines() }) else {
            return Contents(gone: 0, notice: nil, lines: [], next: 0)
        }
        let notice = lines.first.flatMap { RecordLine.record($0) }.flatMap { $0.gone == nil ? nil : $0 }
        if notice != nil { lines.removeFirst() }
        let gone = notice?.gone ?? 0
        let next = gone + lines.count
        let left = lines.dropFirst(max(0, first - gone)).enumerated().map { offset, line in
            (number: max(first, gone) + offset, record: RecordLine.record(line))
        }
        return Contents(gone: gone, notice: notice, lines: left, next: next)
    }

    /// Returns the lines without the rest after the last line feed, which is empty or an incomplete line that another process
    /// is writing; `nil` if there is no file.
    ///
    /// A file that is far above the limit was not written by a spool alone. Of such a file the newest lines are read, below the
    /// first one, which may be the notice.
    private func lines() throws(SystemError) -> [Data]? {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try PrivateFile.open(file.path, O_RDONLY)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError.last }
        let size = Int(status.st_size)
        let largest = max(2 * limit, 64 << 10)
        var lines = Self.lines(try Self.bytes(max(0, size - largest)..<size, of: descriptor))
        if size > largest {
            // The first line of the part is the end of one.
            lines.removeFirst(min(1, lines.count))
            lines = Self.lines(try Self.bytes(0..<4096, of: descriptor)).prefix(1) + lines
        }
        return lines
    }

    private static func lines(_ bytes: Data) -> [Data] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    }

    /// Reads a part of a file; less if the file is shorter.
    private static func bytes(_ range: Range<Int>, of descriptor: Int32) throws(SystemError) -> Data {
        var bytes = Data(count: range.count)
        var filled = 0
        while filled < range.count {
            let count = bytes.withUnsafeMutableBytes {
                let place = off_t(range.lowerBound + filled)
                return pread(descriptor, $0.baseAddress?.advanced(by: filled), range.count - filled, place)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError.last }
            if count == 0 { break }
            filled += count
        }
        return bytes.prefix(filled)
    }

    /// Returns the contents of the file.
    public func contents() throws(Failure) -> Contents { try contents(from: 0) }

    /// Returns the existing records, and then those that any process appends, until the calling task is cancelled. The file is
    /// read when a reader waits for the next value, and again after each `pause` of `clock` if there was nothing new.
    public func follow(every pause: Duration, on clock: any Clock<Duration>) -> AsyncStream<[PublishedDiagnostic]> {
        let reader = Reader(spool: self)
        return AsyncStream {
            while !Task.isCancelled {
                let news = await reader.news()
                if !news.isEmpty { return news }
                guard (try? await clock.sleep(for: pause)) != nil else { break }
            }
            return nil
        }
    }

    private actor Reader {
        private let spool: Spool
        private var next = 0

        init(spool: Spool) {
            self.spool = spool
        }

        func news() -> [PublishedDiagnostic] {
            guard let contents = try? spool.contents(from: next) else { return [] }
            // The file was deleted, and a new one was begun.
            if contents.next < next {
                next = 0
                return news()
            }
            next = contents.next
            return contents.records
        }
    }
}

// MARK: - Appending

extension Spool {
    /// Appends records, and returns when they are on disk. Waits for other processes, at most about five seconds. Blocks its
    /// thread.
    func append(_ records: [PublishedDiagnostic]) throws(Failure) {
        try failing { () throws(SystemError) in try appendWhileAlone(records) }
    }

    private func appendWhileAlone(_ records: [PublishedDiagnostic]) throws(SystemError) {
        try PrivateFile.makeFolder(folder)
        let lock = try FileLock(folder.appendingPathComponent("errors.lock").path)
        defer { withExtendedLifetime(lock) {} }
        guard try lock.take(within: .seconds(5), pause: .milliseconds(5)) else { throw SystemError(code: EBUSY) }

        let descriptor = try PrivateFile.open(file.path, O_RDWR | O_CREAT | O_APPEND)
        defer { close(descriptor) }
        let (size, cut) = try cutTail(descriptor)
        var bytes = Data()
        if cut > 0 { bytes.append(RecordLine.bytes(own("diagnostics.tail-cut", .count(cut)))) }
        for record in records { bytes.append(RecordLine.bytes(record)) }
        do throws(SystemError) {
            try PrivateFile.write(bytes, to: descriptor)
            if size == 0 { try PrivateFile.synchronise(folder: folder) }
        } catch {
            // A partly written batch would contain records that were never acknowledged.
            ftruncate(descriptor, off_t(size))
            throw error
        }
        // The records are stored. That older ones stay too long is no reason to report a failure.
        if size + bytes.count > limit { try? dropOldest() }
    }

    private func failing<Value>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw Failure(error)
        }
    }

    /// Cuts off what follows the last line feed. Returns the remaining size, and how much was cut.
    private func cutTail(_ descriptor: Int32) throws(SystemError) -> (size: Int, cut: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError.last }
        let size = Int(status.st_size)
        var end = size
        while end > 0 {
            let start = max(0, end - (64 << 10))
            let part = try Self.bytes(start..<end, of: descriptor)
            if let last = part.lastIndex(of: UInt8(ascii: "\n")) {
                end = start + part.distance(from: part.startIndex, to: last) + 1
                break
            }
            end = start
        }
        if end < size, ftruncate(descriptor, off_t(end)) != 0 { throw SystemError.last }
        return (end, size - end)
    }

    /// Deletes all but the newest lines, up to half of the limit, below a line that says how many have been deleted. The caller
    /// holds the lock.
    private func dropOldest() throws(SystemError) {
        guard var lines = try lines() else { return }
        var gone = 0
        if let before = lines.first.flatMap({ RecordLine.record($0) })?.gone {
            gone = before
            lines.removeFirst()
        }
        var kept = 0
        var size = 0
        for line in lines.reversed() {
            size += line.count + 1
            if size > limit / 2, kept > 0 { break }
            kept += 1
        }
        gone += lines.count - kept
        var rest = RecordLine.bytes(own(Self.goneCode, .count(gone)))
        for line in lines.suffix(kept) { rest += line + [UInt8(ascii: "\n")] }
        try PrivateFile.replace(file, with: rest)
    }

    static let goneCode = DiagnosticCode("diagnostics.oldest-gone")
    static let feature = FeatureID("diagnostics")

    private func own(_ code: DiagnosticCode, _ detail: Diagnostic.Detail) -> PublishedDiagnostic {
        var generator = SystemRandomNumberGenerator()
        return PublishedDiagnostic(
            id: Self.id(origin: generator.next(), number: 0),
            Diagnostic(time: now(), feature: Self.feature, severity: .warning, code: code, details: [detail])
        )
    }

    private func own(_ code: StaticString, _ detail: Diagnostic.Detail) -> PublishedDiagnostic {
        own(DiagnosticCode(code), detail)
    }

    static func id(origin: UInt64, number: Int) -> String { "\(String(origin, radix: 16))-\(number)" }
}

extension PublishedDiagnostic {
    /// The number of deleted records, if this is the record that reports it.
    fileprivate var gone: Int? {
        guard diagnostic.code == Spool.goneCode, diagnostic.feature == Spool.feature,
            case .count(let count)? = diagnostic.details.first, (0...1 << 50).contains(count)
        else { return nil }
        return count
    }
}
