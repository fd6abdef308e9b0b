import AccountSandbox
import Foundation
import Testing

/// Every endpoint of the store, every fault, and every kind of stored state, through the process, compared with a table of
/// outcomes in `Fixtures/fault-matrix.txt`.
///
/// `SEAM_FAULT_MATRIX=part` tries every 37th combination, as each CI run does, `SEAM_FAULT_MATRIX=all` all of them, and
/// `SEAM_FAULT_MATRIX=TEXT` those of the requests and commands with that text. With `SEAM_UPDATE_DOCS=1` their outcomes are
/// written into the table. Without the variable nothing is tried, because many outcomes depend on a time limit, and beside all
/// other tests each command is slow.
@Suite("The matrix of faults", .timeLimit(.minutes(60)))
struct FaultMatrixTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isUpdate = environment["SEAM_UPDATE_DOCS"] == "1"
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../Fixtures/fault-matrix.txt").standardized
    private static let selection = environment["SEAM_FAULT_MATRIX"]
    /// The number of processes at the same time. Those that wait for a store that hangs use hardly any processor.
    private static let count = selection == "part" ? 3 : 8

    private static let cells: [MatrixCell] =
        switch selection {
        case nil: []
        case "part": MatrixCell.part
        case "all": MatrixCell.all
        case let text?: MatrixCell.all.filter { $0.row.name.contains(text) }
        }

    @Test(
        "Every fault at every endpoint has the outcome, the message and the exit code of the table",
        .enabled(if: selection != nil, "SEAM_FAULT_MATRIX is not set")
    )
    func matrix() async throws {
        let cells = Self.cells
        var known = MatrixTable(try String(contentsOf: Self.file, encoding: .utf8)).outcomes
        var outcomes = try await Self.outcomes(of: cells)
        if Self.isUpdate {
            known.merge(outcomes) { $1 }
            try MatrixTable(known).text.write(to: Self.file, atomically: true, encoding: .utf8)
            return
        }
        // On a busy machine a command may exceed its time limit: what differs is tried again.
        let differing = cells.filter { outcomes[$0] != known[$0] }
        if differing.count < 60 { outcomes.merge(try await Self.outcomes(of: differing)) { $1 } }
        for cell in differing where outcomes[cell] != known[cell] {
            Issue.record("\(cell): \(outcomes[cell] ?? "-"), but the table has: \(known[cell] ?? "-")")
        }
    }

    @Test("The table is read as it was written")
    func table() throws {
        let cells = MatrixCell.all.enumerated()
        let outcomes = Dictionary(uniqueKeysWithValues: cells.map { ($1, "0 deals{live}: \($0 % 5) \"a: b\"") })
        #expect(MatrixTable(MatrixTable(outcomes).text).outcomes == outcomes)
        let written = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(MatrixTable(written).text == written)
        #expect(Set(MatrixTable(written).outcomes.keys) == Set(MatrixCell.all))
    }

    /// Tries cells on several benches at the same time, each with its share.
    private static func outcomes(of cells: [MatrixCell]) async throws -> [MatrixCell: String] {
        let turns = Turns(count)
        return try await withFolder { folder in
            try await withThrowingTaskGroup(of: [MatrixCell: String].self) { group in
                for number in 0..<min(count, cells.count) {
                    let share = stride(from: number, to: cells.count, by: count).map { cells[$0] }
                    group.addTask {
                        try await MatrixBench.outcomes(of: share, in: folder.appending(path: "bench-\(number)"), turns)
                    }
                }
                return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
            }
        }
    }
}
