import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// Code for randomly generated models.
@Suite("Code for random models", .serialized, .ownThread)
struct RandomModelTests {
    /// Batches of 30 models; `EFFORT=full` tries more than one.
    private static var seeds: ClosedRange<UInt64> { 1...Effort.value(quick: 1, change: 1, full: 4) }

    @Test(
        "Every value of a random model is the same again, and no bytes end the process",
        .startsCompiler,
        arguments: seeds
    )
    func roundTrip(seed: UInt64) throws {
        var dice = RandomProtocol.Dice(seed: seed)
        let names = (0..<30).map { "Random\($0)" }
        let models = names.indices.map { index in
            RandomModel(names[index], earlier: Array(names[..<index]), using: &dice).declaration
        }
        let text = "import Foundation\n\n" + RandomModel.shared + "\n" + models.joined(separator: "\n")
        let source = SwiftDocument(path: "Models.swift", text: text)
        let output = Models.write([source], options: ModelFixtureTests.plain)
        #expect(output.problems.map(\.description) == [])
        #expect(output.tests.count == 31)
        let run = try Toolchain().runModels(
            [source],
            output,
            mode: seed.isMultiple(of: 2) ? .swift5 : .swift6
        )
        #expect(run.passedSuites == 30)
    }
}
