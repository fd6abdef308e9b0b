import Foundation
import TestSupport
import Testing

@testable import seam

@Suite("Completion in a shell", .ownThread)
struct CompletionTests {
    @Test(
        "The singletons of the tree are offered where one is asked for",
        arguments: ["seam cut", "seam retire", "seam map --type"]
    )
    func singletons(line: String) throws {
        let folder = try MapCommandTests.Folder([
            "Core/Legacy.swift": "public final class Legacy { public static let shared = Legacy(); var n = 0 }",
            "App/Cart.swift": "final class Cart { static let shared = Cart(); func a() { Cart.shared.a() } }",
        ])
        let words = line.split(separator: " ")
        let script = """
            source <(seam --generate-completion-script bash)
            COMP_WORDS=(\(line) "")
            COMP_CWORD=\(words.count)
            COMP_LINE="\(line) "
            COMP_POINT=${#COMP_LINE}
            _seam seam "" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", "-c", script]
        process.currentDirectoryURL = folder.root.appending(path: "tree")
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_CACHE_HOME"] = folder.root.path + "/results"
        environment["PATH"] = Bundle.main.bundleURL.path + ":" + (environment["PATH"] ?? "")
        process.environment = environment
        let out = Pipe()
        process.standardOutput = out
        process.standardInput = FileHandle.nullDevice
        try process.run()
        try out.fileHandleForWriting.close()
        let text = String(decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let offered = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(Set(offered) == ["Legacy", "Cart"], "\(offered)")
    }
}
