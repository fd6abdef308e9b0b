import AccountSandbox
import Foundation
import TestSupport
import Testing

/// Every endpoint of the store, every fault, and every kind of stored state, through the process, compared with a table of
/// outcomes in `Fixtures/fault-matrix.txt`.
///
/// `EFFORT=change` tries every 37th combination, `EFFORT=full` all of them; with `SEAM_UPDATE=1` their outcomes are written into the
/// table. By default nothing is tried, because many outcomes depend on a time limit, and beside all other tests each command is
/// slow.
@Suite("The matrix of faults", .timeLimit(.minutes(60)))
struct FaultMatrixTests {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../Fixtures/fault-matrix.txt").standardized
    /// The number of processes at the same time. Those that wait for a store that hangs use hardly any processor.
    private static let count = Effort.current == .full ? 8 : 3
    private static let cells = Effort.value(quick: [], change: MatrixCell.part, full: MatrixCell.all)

    @Test(
        "Every fault at every endpoint has the outcome, the message and the exit code of the table",
        .enabled(if: Effort.current != .quick, "EFFORT is not set")
    )
    func matrix() async throws {
        let cells = Self.cells
        var known = MatrixTable(try String(contentsOf: Self.file, encoding: .utf8)).outcomes
        var outcomes = try await Self.outcomes(of: cells)
        if Effort.updates {
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
