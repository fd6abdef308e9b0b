import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Cuts beside Objective-C", .ownThread)
struct ObjectiveCUseTests {
    @Test("Each stage leaves the uses in Objective-C, with the reason", arguments: Stage.allCases)
    func left(_ stage: Stage) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            import Foundation
            @objc final class Store: NSObject { @objc static let shared = Store(); @objc func go() { print(1) } }
            """,
            "App/Program.swift": "enum Program { static func main() { Store.shared.go() } }",
            "App/Old.m": "void start(void) { [[Store shared] go]; }\n",
        ])
        var options = Cut.Options(stage: stage)
        options.roots = Roots(["Program"])
        options.isEarlyAllowed = true
        let plan = try tree.plan("Store", options: options)
        #expect(plan.rows.filter(\.use.isObjectiveC).map(\.outcome) == [.left(.objectiveC)])
        #expect(plan.changes.isEmpty)
        #expect(plan.summary.contains("objective-c"))
    }
}
