import DataSupport
import Foundation
import Strangler
import StranglerJournal

/// The journal of the program, opened when there is something to record: a run on plan `legacy` opens no file. Trouble
/// is reported once and affects no call.
actor LateJournal: Journal {
    private enum State {
        case closed
        case open(SQLiteJournal)
        case failed
    }

    /// The file of the journal in a folder.
    static func url(in folder: URL) -> URL { folder.appending(path: "journal.sqlite") }

    /// The runs of this process that are under way, noted beside the journal.
    nonisolated var runs: (any RunLog)? { runLog }

    private let runLog: LateRunLog
    private let folder: URL
    private let warn: @Sendable (String) -> Void
    private var state = State.closed
    private var setAside = 0

    init(in folder: URL, warn: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        runLog = LateRunLog(in: folder)
        self.warn = warn
    }

    func record(_ entries: [Entry]) async throws {
        guard let journal = opened() else { return }
        do {
            try await journal.record(entries)
        } catch {
            warn("The journal of the hand-overs could not be written: \(error.words). The answer is not affected.")
            throw error
        }
        await tellSetAside(journal)
    }

    private func opened() -> SQLiteJournal? {
        switch state {
        case .open(let journal): return journal
        case .failed: return nil
        case .closed: break
        }
        do {
            try PrivateFile.makeFolder(folder)
            let journal = try SQLiteJournal(at: Self.url(in: folder))
            state = .open(journal)
            return journal
        } catch {
            state = .failed
            let reason = (error as? SQLiteJournalError)?.words ?? "no such folder, and none can be made"
            warn(
                "The journal of the hand-overs can't be opened: \(reason). Nothing is recorded; calls are served as before."
            )
            return nil
        }
    }

    private func tellSetAside(_ journal: SQLiteJournal) async {
        let moved = await journal.setAside
        guard moved.count > setAside else { return }
        setAside = moved.count
        let name = moved.last?.path ?? ""
        warn("The journal of the hand-overs was damaged. It was set aside as \(name); a new one has begun.")
    }
}

/// Notes runs beside a journal whose folder may not be there yet.
private struct LateRunLog: RunLog {
    private let file: RunFile
    private let folder: URL

    init(in folder: URL) {
        self.folder = folder
        file = RunFile(beside: LateJournal.url(in: folder))
    }

    func begin(_ run: Run) -> Int? {
        // Where it can't be made, the journal says so.
        try? PrivateFile.makeFolder(folder)
        return file.begin(run)
    }

    func end(_ token: Int) {
        file.end(token)
    }
}

extension SQLiteJournalError {
    /// The reason, for a person.
    var words: String {
        switch self {
        case .newerSchema: "a newer version of this program wrote it"
        case .corrupt: "it is damaged, and another process has it open"
        case .readOnly: "it can't be written"
        case .full: "the disk is full"
        case .busy: "other processes keep it locked"
        case .unavailable(let code): "SQLite says \(code)"
        }
    }
}
