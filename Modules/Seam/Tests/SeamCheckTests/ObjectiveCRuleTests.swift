import Foundation
import TestSupport
import Testing

@testable import SeamCheck

@Suite("Rules for uses in Objective-C", .ownThread)
struct ObjectiveCRuleTests {
    private static let account = """
        import Foundation
        @objc final class Account: NSObject { @objc static let shared = Account(); @objc func load() {} }
        """

    private static func old(_ body: String) -> String { "@implementation Old\n- (void)start {\n\(body)\n}\n@end\n" }

    @Test(
        "The baseline knows uses in Objective-C, a new one fails, a comment allows one, and a place may have them",
        arguments: ["members:\n  Account.*: {}\n", "types:\n  Account: { only: [App/Account.swift] }\n"]
    )
    func rules(_ yaml: String) throws {
        let folder = try CheckRunTests.Folder([
            "seam.yml": "version: 1\n" + yaml, "App/Account.swift": Self.account,
            "App/Old.m": Self.old("[[Account shared] load];"),
        ])
        defer { folder.close() }
        func report() throws -> CheckReport { try CheckRun(root: folder.path).report() }
        let run = try CheckRun(root: folder.path)
        let first = try #require(try run.report().new.first)
        #expect(first.violation.key.enclosing == "Old.start" && first.violation.member == "Account.load")
        try run.write(run.update(from: run.report(), acceptsNew: true).baseline)
        #expect(try report().outcome(isStrict: true) == .clean)

        try folder.write(Self.old("[[Account shared] load];\n[[Account shared] load];"), "App/Old.m")
        #expect(try report().new.map(\.violation.line) == [4])

        let allow = "// seam:allow Account: old code\n"
        try folder.write(Self.old("[[Account shared] load];\n\(allow)[[Account shared] load];"), "App/Old.m")
        #expect(try report().outcome(isStrict: true) == .clean)

        try folder.remove("App/Old.m")
        #expect(try report().fixedCount == 1)
        try folder.write(Self.old("[[Account shared] load];"), "App/More/Old.m")
        #expect(try report().outcome() == .clean)
    }
}
