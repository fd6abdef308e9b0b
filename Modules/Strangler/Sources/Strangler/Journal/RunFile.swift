public import Foundation
import Synchronization

/// The runs of one process that have begun and whose outcome is not stored yet, in a file beside the journal.
///
/// The file is mapped into memory, so that logging a run costs a few writes to memory, and the log survives any end of the
/// process. (It does not survive a loss of power.) The process holds a lock on the file as long as it runs. If another
/// process gets the lock, the first has ended, and the runs logged in the file never will.
public final class RunFile: RunLog {
    private struct State {
        var file: MappedRuns?
        var hasFailed = false
        var free: [Int] = []
        var places: [Place: Int] = [:]
    }

    private struct Place: Hashable {
        let operation: String
        let sides: Sides?
    }

    private let journal: URL
    private let state = Mutex(State())

    /// Creates the log of this process beside a journal. The file is created with the first run.
    public init(beside journal: URL) {
        self.journal = journal
    }

    /// Logs a run; returns nil if no file can be made. Runs beyond 8,192 at the same time are only counted.
    public func begin(_ run: Run) -> Int? {
        state.withLock { state in
            guard let file = opened(&state) else { return nil }
            let place = Place(operation: run.operation, sides: run.sides)
            if state.places[place] == nil, let number = file.add(run, number: state.places.count) {
                state.places[place] = number
            }
            guard let number = state.places[place], let slot = state.free.popLast() else {
                file.countOverflow(by: 1)
                return -1
            }
            file.fill(slot, place: number, subject: run.subject?.number)
            return slot
        }
    }

    /// Removes a run from the log.
    public func end(_ token: Int) {
        state.withLock { state in
            switch token {
            case -1: state.file?.countOverflow(by: -1)
            default:
                state.file?.clear(token)
                state.free.append(token)
            }
        }
    }

    private func opened(_ state: inout State) -> MappedRuns? {
        if let file = state.file { return file }
        guard !state.hasFailed else { return nil }
        let name = "\(journal.path).run-\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 16))"
        state.file = MappedRuns(creating: name)
        // Without this file a journal can still be written, but a run that ends the process is not noticed.
        state.hasFailed = state.file == nil
        state.free = Array((0..<MappedRuns.slots).reversed())
        return state.file
    }
}

extension RunFile {
    /// Returns the runs that ended processes left behind, with their files.
    package static func leftBehind(beside journal: URL) -> [(file: LeftRuns, runs: [Run])] {
        let folder = journal.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasPrefix(journal.lastPathComponent + ".run-") }.compactMap { name in
            guard let file = LeftRuns(folder.appending(path: name).path) else { return nil }
            return (file, file.runs)
        }
    }

    /// Returns an entry for each run that one ended process left behind.
    ///
    /// One of them may have ended the process. The others were under way beside it, and are settled if their subjects are
    /// compared at another time; a run without a subject can't be.
    package static func entries(of runs: [Run], at date: Date) -> [Entry] {
        var seen: Set<Run> = []
        return runs.map { run in
            let isFirst = seen.insert(Run(operation: run.operation, sides: run.sides, subject: nil)).inserted
            return Entry(
                operation: run.operation,
                sides: run.sides,
                subject: run.subject,
                date: date,
                fact: isFirst || run.subject == nil ? .unended : .interrupted
            )
        }
    }
}
