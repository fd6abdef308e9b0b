import Foundation
import Testing

@testable import SeamTool

@Suite("seam cut", .ownThread)
struct CutCommandTests {
    @Test("A singleton is found by its id, even if that is the name of the type of another")
    func identity() throws {
        let folder = try MapCommandTests.Folder([
            "Core/Group.swift": "final class Group { static let single = Group(); var n = 0; func go() { n += 1 } }\n",
            "Core/Shared.swift": "let sharedGroup = Group()\n",
            "Core/Callers.swift": """
            final class A { func a() { Group.single.go() } }
            final class B { func b() { sharedGroup.go() } }

            """,
        ])
        let byId = try folder.seam(["cut", "Core.Group", "--gather"])
        #expect(byId.code == 0, "\(byId)")
        #expect(byId.out.contains("private var group: Group { .single }"), "\(byId)")
        #expect(!byId.out.contains("{ sharedGroup }"), "\(byId)")
        let byName = try folder.seam(["cut", "Group", "--gather"])
        #expect(byName.code == 2, "\(byName)")
        #expect(byName.error.contains("Group means several singletons: Core.Group, Core.sharedGroup"), "\(byName)")
    }

    @Test(
        "Options that don't go together are an error",
        arguments: [
            (["--style", "environment", "--gather"], "--gather lets no caller take an instance"),
            (["--style", "dependency", "--thread"], "--thread is for initializers"),
            (["--into", "Core"], "--into is for --protocol, and for a --style"),
            (["--style", "none"], "none"),
            (["--concrete", "--protocol", "Grouping"], "--concrete injects the type, and --protocol a protocol"),
            (["--style", "provider"], "--style provider and --provider NAME go together"),
            (["--provider", "AppServices"], "--style provider and --provider NAME go together"),
            (["--style", "provider", "--provider", "services"], "--provider is the name of a type"),
            (["--name", ""], "--name is the name of a property"),
            (["--name", "class"], "--name is the name of a property"),
            (["--name", "../group"], "--name is the name of a property"),
        ]
    )
    func styles(_ row: (arguments: [String], error: String)) throws {
        let folder = try MapCommandTests.Folder([
            "Core/Group.swift": "final class Group { static let single = Group(); func go() {} }\n"
        ])
        let result = try folder.seam(["cut", "Group"] + row.arguments)
        #expect(result.code != 0)
        #expect(result.error.contains(row.error), "\(result)")
    }
}
