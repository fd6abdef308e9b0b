import Foundation

/// The layout of a file of runs: 64 KB of lines, each a `Run` without its subject in JSON; a counter of runs that found no
/// slot; and slots of 8 bytes. A slot that isn't zero is a run: bit 63, the number of its line, and its subject class with
/// bit 31 set, or 0 without one. Earlier versions set bit 16, above their classes.
enum RunLayout {
    static let lines = 65_536
    static let slots = 8_192
    static let size = lines + 8 + slots * 8

    static func word(place: Int, subject: Int?) -> UInt64 {
        1 << 63 | UInt64(place) << 32 | (subject.map { 1 << 31 | UInt64($0 & 0x7fff_ffff) } ?? 0)
    }

    static func run(_ word: UInt64, _ lines: [Run]) -> Run? {
        guard word != 0 else { return nil }
        let place = Int(word >> 32 & 0x7fff_ffff)
        let (isOfToday, isFormer) = (word & 1 << 31 != 0, word & 1 << 16 != 0)
        let subject = isOfToday ? Int(word & 0x7fff_ffff) : isFormer ? Int(word & 0xffff) : nil
        guard lines.indices.contains(place) else { return nil }
        return Run(
            operation: lines[place].operation,
            sides: lines[place].sides,
            subject: subject.map(SubjectClass.init(number:))
        )
    }
}

/// A file of runs, mapped into memory for writing.
///
/// `@unchecked Sendable`: it is used only under the lock of its `RunFile`.
final class MappedRuns: @unchecked Sendable {
    static let slots = RunLayout.slots

    private let path: String
    private let descriptor: Int32
    private let memory: UnsafeMutableRawPointer
    private var used = 0
    private var filled = 0

    init?(creating path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, ftruncate(descriptor, off_t(RunLayout.size)) == 0,
            let memory = mmap(nil, RunLayout.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            memory != MAP_FAILED
        else {
            close(descriptor)
            unlink(path)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        self.memory = memory
    }

    deinit {
        let isEmpty = filled == 0 && memory.load(fromByteOffset: RunLayout.lines, as: Int64.self) == 0
        munmap(memory, RunLayout.size)
        // If it contains runs, the file stays for processes that look for runs that never ended.
        if isEmpty { unlink(path) }
        // As in `FileLock`: closing is not enough.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Adds the origin of runs; returns nil if there is no space for it.
    func add(_ run: Run, number: Int) -> Int? {
        let place = Run(operation: run.operation, sides: run.sides, subject: nil)
        guard var line = try? JSONEncoder().encode(place) else { return nil }
        line.append(0x0a)
        guard used + line.count < RunLayout.lines else { return nil }
        line.withUnsafeBytes {
            (memory + used).copyMemory(from: $0.baseAddress ?? .init(memory), byteCount: $0.count)
        }
        used += line.count
        return number
    }

    func fill(_ slot: Int, place: Int, subject: Int?) {
        filled += 1
        store(RunLayout.word(place: place, subject: subject), at: slot)
    }

    func clear(_ slot: Int) {
        filled -= 1
        store(0, at: slot)
    }

    func countOverflow(by number: Int64) {
        let count = memory.load(fromByteOffset: RunLayout.lines, as: Int64.self)
        memory.storeBytes(of: count + number, toByteOffset: RunLayout.lines, as: Int64.self)
    }

    private func store(_ word: UInt64, at slot: Int) {
        memory.storeBytes(of: word, toByteOffset: RunLayout.lines + 8 + slot * 8, as: UInt64.self)
    }
}

/// A file of runs whose process has ended. It is locked during the lifetime of this object, so that other processes don't
/// count it too.
package final class LeftRuns: Sendable {
    package let runs: [Run]
    private let path: String
    private let descriptor: Int32

    /// Returns nil if the process still runs, or if another process has counted the file.
    init?(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
            close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        runs = Self.read(FileHandle(fileDescriptor: descriptor, closeOnDealloc: false))
    }

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Removes the file after its runs are stored.
    package func remove() {
        unlink(path)
    }

    private static func read(_ file: FileHandle) -> [Run] {
        guard let data = try? file.readToEnd(), data.count == RunLayout.size else { return [] }
        let lines = data.prefix(RunLayout.lines).prefix { $0 != 0 }.split(separator: 0x0a)
            .compactMap { try? JSONDecoder().decode(Run.self, from: $0) }
        func word(_ offset: Int) -> UInt64 {
            data.dropFirst(offset).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let noted = (0..<RunLayout.slots).compactMap { RunLayout.run(word(RunLayout.lines + 8 + $0 * 8), lines) }
        // Runs that found no slot have no position of their own. They count against the first candidate that ran here.
        let overflow = Int(min(word(RunLayout.lines), 1_000_000))
        guard overflow > 0, let first = lines.first else { return noted }
        return noted + Array(repeating: first, count: overflow)
    }
}
