import Foundation
import TestSupport
import Testing

@testable import seam

@Suite("A conflict in a baseline", .ownThread)
struct ConflictTests {
    @Test(
        "The advice about a conflict works as it is written, whichever side is taken",
        arguments: ["--ours", "--theirs"]
    )
    func advice(side: String) throws {
        let folder = try MapCommandTests.Folder([
            "seam.yml": "version: 1\ntypes:\n  Log: {only: [Core]}\n",
            "Core/Log.swift": "final class Log { static let shared = Log(); var n = 0; func write() { n += 1 } }\n",
            "App/A.swift": "func a() { Log.shared.write() }\n", "App/B.swift": "func b() { Log.shared.write() }\n",
            "App/C.swift": "func c() { Log.shared.write() }\n",
        ])
        #expect(try folder.seam(["baseline", "update", "--accept-new"]).code == 0)
        try folder.git("init", "-q", "-b", "main")
        try folder.commit()
        for (branch, file) in [("theirs", "A"), ("ours", "B")] {
            try folder.git("checkout", "-q", "-b", branch, "main")
            try folder.write("App/\(file).swift", Data("func \(file.lowercased())() {}\n".utf8))
            #expect(try folder.seam(["baseline", "update"]).code == 0)
            try folder.commit()
        }
        #expect(throws: (any Error).self) { try folder.git("merge", "theirs") }
        for command in [["check"], ["baseline", "update"]] {
            let refused = try folder.seam(command)
            #expect(refused.code == 2 && refused.error.contains("merge markers"), "\(refused)")
            let commands = refused.error.matches(of: /`([^`]+)`/).map { String($0.1) }
            #expect(
                commands == ["git checkout --ours -- seam-baseline.yml", "seam baseline update"],
                "\(refused.error)"
            )
        }
        try folder.git("checkout", side, "--", "seam-baseline.yml")
        #expect(try folder.seam(["baseline", "update"]).code == 0)
        let after = try folder.seam(["check", "--strict"])
        #expect(after.code == 0, "\(after.out) \(after.error)")
    }
}
