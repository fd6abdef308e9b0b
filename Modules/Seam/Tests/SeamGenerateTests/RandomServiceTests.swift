import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// Randomly generated services.
@Suite("Random services", .serialized, .ownThread)
struct RandomServiceTests {
    /// Batches of 40 services; `EFFORT=full` tries more than one.
    private static var seeds: ClosedRange<UInt64> { 1...Effort.value(quick: 1, change: 1, full: 4) }

    @Test("What a call of a random service sends is what its annotations say", .startsCompiler, arguments: seeds)
    func sends(seed: UInt64) throws {
        var dice = RandomProtocol.Dice(seed: seed)
        let services = (0..<40).map { RandomService("Random\($0)", using: &dice) }
        let protocols = SwiftDocument(path: "Services.swift", text: services.map(\.declaration).joined(separator: "\n"))
        let checks = SwiftDocument(path: "Checks.swift", text: services.map(\.check).joined())
        let output = Services.write([protocols])
        #expect(output.problems.map(\.description) == [])
        #expect(output.files.count == 43)
        let printed = try Toolchain().runServices(
            [protocols, checks],
            output,
            mode: seed.isMultiple(of: 2) ? .swift5 : .swift6
        )
        #expect(printed == "40 checks\n")
    }
}
