import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Programs from a grammar, which use singletons in every position: each prints the same after every step of a cut.
///
/// `EFFORT` says how many are tried, `SEAM_SEED` which is the first.
///
/// Reasons: docs/adr/programs-from-a-grammar.md.
@Suite("Generated programs", .ownThread)
struct ProgramTests {
    private static let count = Effort.value(quick: 9, change: 48, full: 2_000)
    /// How many programs are compiled at once.
    private static let size = 100

    static let batches = Array(0..<max(3, (count + size - 1) / size))

    @Test("A cut program compiles, and prints what it printed before", .startsCompiler, arguments: batches)
    func same(_ batch: Int) throws {
        let trial = ProgramTrial()
        let mode = Compiler.Mode.languages[batch % Compiler.Mode.languages.count]
        let each = max(1, Self.count / Self.batches.count)
        let programs = (0..<each).map { position in
            let number = batch * each + position
            return GeneratedProgram(seed: Effort.seed &+ UInt64(number), number: number, mode: mode)
        }
        let result = try trial.run(programs, mode)
        for failure in result.failures {
            let small = try trial.shrunk(failure)
            Issue.record("\(try trial.report(small))")
        }
        print("batch \(batch), mode \(mode.rawValue): \(programs.count) programs, \(result.changed)")
        // Few programs can be threaded: their instances are made quietly, and roots make all their callers.
        #expect(result.changed["gather", default: 0] > 0 && result.changed["inject", default: 0] > 0)
    }
}
