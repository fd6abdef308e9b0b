import Foundation
import TestSupport
import Testing

@testable import seam

/// The shell steps of `action.yml`, as a runner runs them: with a `gh` and a `curl` that are ours.
@Suite("The action", .ownThread)
struct ActionTests {
    /// A runner with a checkout in which `main` has one use and `topic` another, and with programs that take the place of the network.
    private final class Runner {
        let folder: MapCommandTests.Folder
        let root: String

        init() throws {
            folder = try MapCommandTests.Folder([
                "seam.yml": "version: 1\ntypes:\n  Log: {only: [Core]}\n",
                "Core/Log.swift": "final class Log { static let shared = Log(); var n = 0; func write() { n += 1 } }\n",
                "App/Cart.swift": "func cart() { Log.shared.write() }\n",
            ])
            root = folder.root.path
            #expect(try folder.seam(["baseline", "update", "--accept-new"]).code == 0)
            try folder.git("init", "-q", "-b", "main")
            try folder.commit()
            try folder.git("update-ref", "refs/remotes/origin/main", "HEAD")
            try folder.git("checkout", "-q", "-b", "topic")
            for name in ["bin", "temp"] {
                try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(
                atPath: root + "/bin/seam",
                withDestinationPath: Bundle.main.bundleURL.appending(path: "seam").path
            )
            try program(
                "gh",
                """
                printf '%s\\n' "$*" >> "$ROOT/calls"
                for word; do
                    if [ "${word#body=@}" != "$word" ]; then cp "${word#body=@}" "$ROOT/comment"; fi
                    if [ "$word" = --paginate ] && [ -e "$ROOT/comment" ]; then echo 4711; fi
                done
                """
            )
        }

        func program(_ name: String, _ script: String) throws {
            let path = "\(root)/bin/\(name)"
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }

        func text(_ name: String) -> String {
            (try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)) ?? ""
        }

        /// Runs a step as GitHub does.
        func run(_ step: String, _ inputs: [String: String]) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", try Self.script(of: step)]
            process.currentDirectoryURL = URL(fileURLWithPath: root + "/tree")
            var environment = ProcessInfo.processInfo.environment
            environment["PATH"] = "\(root)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
            environment["XDG_CACHE_HOME"] = root + "/results"
            environment["ROOT"] = root
            environment["RUNNER_TEMP"] = root + "/temp"
            for name in ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"] {
                environment[name] = "\(root)/\(name)"
            }
            process.environment = environment.merging(inputs) { $1 }
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let said = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            try said.write(to: URL(fileURLWithPath: root + "/said"))
            return process.terminationStatus
        }

        /// The script of a step: what is indented below its `run`.
        private static func script(of step: String) throws -> String {
            let file = Repository.root.appending(path: "action.yml")
            let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            let start = try #require(lines.firstIndex(of: "    - name: \(step)"))
            let run = try #require(lines[start...].firstIndex(of: "      run: |"))
            let body = lines[(run + 1)...].prefix { $0.hasPrefix("        ") || $0.isEmpty }
            return body.map { String($0.dropFirst(8)) }.joined(separator: "\n")
        }
    }

    private static let inputs = [
        "FOLDER": ".", "BASE": "main", "FAILS": "false", "NUMBER": "12", "REPOSITORY": "acme/app", "GH_TOKEN": "t",
    ]

    @Test("A pull request gets one comment, which the next run updates, with the summary and the burn-down")
    func comment() throws {
        let runner = try Runner()
        try runner.folder.write("App/New.swift", Data("func new() { Log.shared.write() }\n".utf8))
        try runner.folder.commit()
        #expect(try runner.run("Progress", Self.inputs) == 0, "\(runner.text("said"))")
        #expect(
            runner.text("comment").hasPrefix("<!-- seam progress -->\n")
                && runner.text("comment").contains("1 new, 0 gone")
        )
        #expect(runner.text("comment").contains("`App/New.swift:1`"))
        #expect(runner.text("GITHUB_STEP_SUMMARY") == runner.text("comment"))
        #expect(runner.text("temp/seam-progress.svg").hasPrefix("<svg"))
        var calls = runner.text("calls").split(separator: "\n")
        #expect(calls.count == 2 && calls[1].contains("repos/acme/app/issues/12/comments --field body=@"))
        #expect(!runner.text("calls").contains("PATCH"))
        try runner.folder.git("rm", "-q", "App/New.swift")
        try runner.folder.commit()
        #expect(try runner.run("Progress", Self.inputs) == 0)
        calls = runner.text("calls").split(separator: "\n")
        #expect(calls.count == 4 && calls[3].contains("--method PATCH repos/acme/app/issues/comments/4711"))
        #expect(runner.text("comment").contains("0 new, 0 gone"))
    }

    @Test("A new use fails the job only if that is asked for, and the comment is there all the same")
    func fails() throws {
        let runner = try Runner()
        try runner.folder.write("App/New.swift", Data("func new() { Log.shared.write() }\n".utf8))
        try runner.folder.commit()
        #expect(try runner.run("Progress", Self.inputs.merging(["FAILS": "true"]) { $1 }) == 1)
        #expect(runner.text("comment").contains("1 new, 0 gone"))
        #expect(try runner.run("Progress", Self.inputs.merging(["NUMBER": ""]) { $1 }) == 0)
        #expect(runner.text("calls").split(separator: "\n").count == 2, "a push has no pull request to comment on")
    }

    @Test("The check leaves SARIF where the next step looks for it, and fails for a new use")
    func check() throws {
        let runner = try Runner()
        #expect(try runner.run("Check", ["FOLDER": "."]) == 0, "\(runner.text("said"))")
        #expect(runner.text("GITHUB_OUTPUT") == "sarif=\(runner.root)/temp/seam.sarif\n")
        try runner.folder.write("App/New.swift", Data("func new() { Log.shared.write() }\n".utf8))
        #expect(try runner.run("Check", ["FOLDER": "."]) == 1)
        #expect(runner.text("temp/seam.sarif").contains("\"baselineState\" : \"new\""))
        #expect(runner.text("said").contains("App/New.swift:1"))
    }

    @Test("The archive of a release is installed if its checksum is right, and refused if it isn't")
    func install() throws {
        let runner = try Runner()
        // Serves what is in a folder under the names of a release.
        try runner.program("curl", "for word; do :; done\ncp \"$ROOT/release/${word##*/}\" .")
        try runner.program("uname", "echo x86_64")
        func make(_ command: String) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["bash", "-ec", command]
            process.currentDirectoryURL = URL(fileURLWithPath: runner.root)
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        try make(
            """
            name=seam-9.9.9-linux-x86_64
            mkdir -p release $name/bin && echo program > $name/bin/seam
            tar -czf release/$name.tar.gz $name && cd release && sha256sum *.tar.gz > SHA256SUMS
            """
        )
        let inputs = ["VERSION": "9.9.9", "RELEASES": "https://example.com/releases"]
        #expect(try runner.run("Install seam", inputs) == 0, "\(runner.text("said"))")
        #expect(runner.text("GITHUB_PATH") == "\(runner.root)/temp/seam-9.9.9-linux-x86_64/bin\n")
        #expect(runner.text("temp/seam-9.9.9-linux-x86_64/bin/seam") == "program\n")
        try make("rm -r temp/* GITHUB_PATH && echo more >> release/seam-9.9.9-linux-x86_64.tar.gz")
        #expect(try runner.run("Install seam", inputs) != 0)
        #expect(runner.text("GITHUB_PATH") == "")
    }
}
