import Foundation
import TestSupport
import Testing

@testable import seam

@Suite(
    "A cut that is killed",
    .ownThread,
    .enabled(if: Effort.current == .full && access("/usr/bin/strace", X_OK) == 0)
)
struct KillTests {
    private static let names = ["A", "B", "C"]

    private static func folder() throws -> MapCommandTests.Folder {
        let legacy = "final class Legacy { static let shared = Legacy(); var n = 0; func go() { n += 1 } }\n"
        let folder = try MapCommandTests.Folder(["App/Legacy.swift": legacy])
        for name in names {
            let caller = "final class \(name) { func a() { Legacy.shared.go() } }\n"
            try folder.write("App/\(name).swift", Data(caller.utf8))
        }
        return folder
    }

    private static func files(_ folder: MapCommandTests.Folder) throws -> [String: String] {
        let path = folder.root.path + "/tree/App"
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: path + "/" + $0, encoding: .utf8)) }
        )
    }

    private static let cut = ["cut", "Legacy", "--gather", "--no-cache"]

    /// Runs the command under `strace`, which kills it at the call. Returns whether it was killed.
    private static func killed(_ folder: MapCommandTests.Folder, at call: String, _ number: Int) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
        let tool = Bundle.main.bundleURL.appending(path: "seam").path
        let inject = "inject=\(call):signal=SIGKILL:when=\(number)"
        process.arguments = ["-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e", inject, tool] + cut + ["--write"]
        process.currentDirectoryURL = folder.root.appending(path: "tree")
        process.environment = ProcessInfo.processInfo.environment.merging([
            "XDG_STATE_HOME": folder.root.path + "/state"
        ]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal || process.terminationStatus == 128 + SIGKILL
    }

    @Test(
        "Whenever it is killed, the next one undoes what it has begun, says so, and writes all",
        arguments: ["rename", "renameat", "fsync", "unlink"]
    )
    func everywhere(_ call: String) throws {
        let usual = try Self.folder()
        let before = try Self.files(usual)
        #expect(try usual.seam(Self.cut + ["--write"]).code == 0)
        let after = try Self.files(usual)
        var number = 1
        while true {
            let folder = try Self.folder()
            guard try Self.killed(folder, at: call, number) else { break }
            let half = try Self.files(folder)
            let written = Self.names.filter { half[$0 + ".swift"] != before[$0 + ".swift"] }
            let label = Comment(rawValue: "\(call) \(number): \(half)")
            let isWhole = Self.names.map { $0 + ".swift" }.allSatisfy {
                half[$0] == before[$0] || half[$0] == after[$0]
            }
            #expect(isWhole, label)
            let plan = try folder.seam(Self.cut)
            #expect(
                written.isEmpty || plan.error.contains("seam: an earlier run was stopped"),
                "\(call) \(number): \(plan)"
            )
            #expect(try Self.files(folder) == half, label)
            let next = try folder.seam(Self.cut + ["--write"])
            #expect(
                next.code == 0 && next.error.contains("restored App/") == !written.isEmpty,
                "\(call) \(number): \(next)"
            )
            #expect(try Self.files(folder) == after, label)
            number += 1
        }
        #expect(number > 1, "\(call) is never called")
    }
}
