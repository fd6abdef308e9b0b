import Foundation
import TestSupport
import Testing

@testable import seam

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

    private static func services() throws -> MapCommandTests.Folder {
        try MapCommandTests.Folder([
            "Core/Services.swift": """
            final class Group { static let single = Group(); func go() {} }
            final class Log { var n = 0; func add() { n += 1 } }
            final class Api { var n = 0; func get() { n += 1 } }
            enum Services { static let log = Log(); static let api = Api() }

            """,
            "Core/Callers.swift": """
            final class A { func a() { Group.single.go(); Services.log.add() } }
            final class B { func b() { Group.single.go(); Services.log.add(); Services.api.get() } }

            """,
        ])
    }

    @Test(
        "A name can be what code says: the accessor, or a member of a locator",
        arguments: [
            ("Group.single", "Group: 2 uses\n      2  rewritten"),
            ("Core.Group.single", "Group: 2 uses\n      2  rewritten"),
            ("Services", "Services: 3 uses\n      3  rewritten"),
            ("Services.log", "Services: 3 uses\n      2  rewritten"),
            ("Core.Services.api", "Services: 3 uses\n      1  rewritten"),
            ("Services.lag", "no singleton Services.lag was found"),
            ("Group.shared", "no singleton Group.shared was found"),
        ]
    )
    func accessors(_ row: (name: String, error: String)) throws {
        let result = try Self.services().seam(["cut", row.name, "--gather"])
        #expect(result.error.contains(row.error), "\(result)")
    }

    @Test("A member of a world can't be threaded or retired alone", arguments: [["cut", "--thread"], ["retire"]])
    func members(_ command: [String]) throws {
        let folder = try MapCommandTests.Folder([
            "App/World.swift": """
            struct World { var size: () -> Int = { 1 } }
            var Current = World()
            final class A { func a() -> Int { Current.size() } }

            """
        ])
        let result = try folder.seam(command + ["Current.size"])
        #expect(result.code == 2)
        #expect(result.error.contains("Current.size is one member; --thread and retire are for all of Current"))
    }

    @Test("Of a variable that only its program reads, nothing is left to retire")
    func ended() throws {
        let folder = try MapCommandTests.Folder([
            "App/Log.swift": "final class Log { var n = 0; func add() { n += 1 } }\n",
            "App/main.swift": "let log = Log()\nlog.add()\n",
        ])
        let result = try folder.seam(["retire", "log"])
        #expect(result.code == 0, "\(result)")
        #expect(result.error.contains("nothing is left to retire: only App/main.swift reads its variable log"))
        #expect(try folder.seam(["retire", "lag"]).error.contains("no singleton lag was found"))
        let document = try folder.seam(["retire", "log", "--format", "json"])
        let json = try #require(try JSONSerialization.jsonObject(with: Data(document.out.utf8)) as? [String: Any])
        #expect(document.code == 0 && json["exitCode"] as? Int == 0, "\(document)")
        #expect((json["message"] as? String)?.hasPrefix("nothing is left to retire") == true, "\(document)")
    }

    @Test("A caller that uses nothing is said")
    func callers() throws {
        let folder = try Self.services()
        let result = try folder.seam(["cut", "Group", "--callers", "A, C", "--gather"])
        #expect(result.error.contains("seam: C doesn't use Group"), "\(result)")
        #expect(!result.error.contains("A doesn't use"), "\(result)")
        #expect(result.error.contains("1  rewritten"), "\(result)")
    }

    @Test("The last line says whether something was written")
    func written() throws {
        let folder = try Self.services()
        let plan = try folder.seam(["cut", "Group", "--gather"])
        #expect(plan.error.hasSuffix("seam: nothing was written; --write writes these changes\n"), "\(plan)")
        #expect(plan.error.contains("2  rewritten (4 edits in 1 file)"), "\(plan)")
        let written = try folder.seam(["cut", "Group", "--gather", "--write"])
        #expect(written.error.hasSuffix("seam: wrote 1 file\n"), "\(written)")
        let again = try folder.seam(["cut", "Group", "--gather", "--write"])
        #expect(again.out.isEmpty && !again.error.contains("wrote"), "\(again)")
    }

    @Test("A cut that makes calls rely on a default says what seam check will say, if it counts them")
    func counted() throws {
        for (rules, isSaid) in [("fallbacks: calls\n", true), ("fallbacks: true\n", false)] {
            let folder = try Self.services()
            try folder.write("seam.yml", Data(rules.utf8))
            let gathered = try folder.seam(["cut", "Group", "--gather", "--write"])
            #expect(!gathered.error.contains("seam baseline update --accept-new"), "\(gathered)")
            let injected = try folder.seam(["cut", "Group", "--write", "--allow-dirty"])
            #expect(injected.error.contains("seam baseline update --accept-new") == isSaid, "\(injected)")
        }
    }

    @Test(
        "A journal in the tree is named and never read, and stops the writing",
        arguments: [["cut", "Group", "--gather"], ["cut", "Nothing"], ["retire", "Group"], ["retire", "Nothing"]]
    )
    func journalInTree(_ arguments: [String]) throws {
        let folder = try Self.services()
        try folder.write("../victim", Data("mine".utf8))
        let entry =
            #"{"path": "../victim", "old": "", "new": "\#(Data("mine".utf8).base64EncodedString())", "isNew": true}"#
        try folder.write(".seam-cut/journal.json", Data("[\(entry)]".utf8))
        let plan = try folder.seam(arguments)
        #expect(plan.error.contains("seam: there is a .seam-cut in the tree"), "\(plan)")
        let written = try folder.seam(arguments + ["--write"])
        #expect(written.code == 2 && written.out.isEmpty, "\(written)")
        #expect(written.error.contains("seam: error: there is a .seam-cut in the tree"), "\(written)")
        let victim = folder.root.appending(path: "victim")
        #expect(try String(contentsOf: victim, encoding: .utf8) == "mine")
        #expect(FileManager.default.fileExists(atPath: folder.root.path + "/tree/.seam-cut/journal.json"))
    }

    @Test("A file of somebody else is left as it is", .enabled(if: geteuid() == 0))
    func otherOwner() throws {
        let folder = try Self.services()
        for path in ["", "tree", "tree/Core"] { chmod(folder.root.appending(path: path).path, 0o777) }
        let file = folder.root.appending(path: "tree/Core/Callers.swift").path
        chmod(file, 0o666)
        let result = try folder.seam(["cut", "Group", "--gather", "--write"], isNobody: true)
        #expect(result.code == 2, "\(result)")
        #expect(result.error.contains("Core/Callers.swift isn't written: it belongs to another user"), "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path + "/tree/Core").count == 2)
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
