import Foundation
@testable import SeamCut
import TestSupport
import Testing

@Suite("The manual of cuts")
struct ManualTests {
    @Test("Each reason and each obstacle has a section in docs/seam/cut-reasons.md, and no section is left over")
    func reasons() throws {
        let manual = String(
            decoding: try Data(contentsOf: Repository.root.appending(path: "docs/seam/cut-reasons.md")),
            as: UTF8.self
        )
        let sections = manual.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
        let codes = Reason.allCases.map(\.rawValue) + Obstacle.allCases.map(\.rawValue)
        #expect(sections.sorted() == codes.sorted())
    }
}
