import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// Fakes of randomly generated protocols.
@Suite("Fakes of random protocols", .serialized, .ownThread)
struct RandomProtocolTests {
    /// Batches of 40 protocols; `EFFORT=full` tries more than one.
    private static var seeds: ClosedRange<UInt64> { 1...Effort.value(quick: 1, change: 1, full: 4) }

    @Test("Every fake of a random protocol records what it was called with", .startsCompiler, arguments: seeds)
    func recordsCalls(seed: UInt64) throws {
        var dice = RandomProtocol.Dice(seed: seed)
        let protocols = (0..<40).map { RandomProtocol("Random\($0)", using: &dice) }
        let declarations = SwiftDocument(
            path: "Protocols.swift",
            text: protocols.map(\.declaration).joined(separator: "\n")
        )
        let checks = SwiftDocument(path: "Checks.swift", text: protocols.map(\.check).joined())
        let output = Mocks.write([declarations])
        #expect(output.problems.map(\.description) == [])
        #expect(output.files.count == 41)

        let toolchain = try Toolchain()
        var files = try [declarations, checks].map { try toolchain.write($0.path, $0.text) }
        files.append(try toolchain.write("Shared.swift", RandomProtocol.shared + Fixtures.expectation))
        files.append(try toolchain.write("main.swift", Fixtures.program([checks])))
        files += try output.files.map { try toolchain.write("Mocks/" + $0.path, $0.text) }
        let printed = try toolchain.run(files, mode: seed.isMultiple(of: 2) ? .swift5 : .swift6)
        #expect(printed == "40 checks\n")
    }

    @Test("The same protocols in another order give the same files")
    func deterministic() {
        var dice = RandomProtocol.Dice(seed: 9)
        let sources = (0..<20).map { index in
            SwiftDocument(path: "P\(index).swift", text: RandomProtocol("Random\(index)", using: &dice).declaration)
        }
        #expect(Mocks.write(sources) == Mocks.write(sources.shuffled(using: &dice)))
    }
}
