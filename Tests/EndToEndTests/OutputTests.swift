import Foundation
import Testing

/// Output that can't be written, through the process.
@Suite("Output on a full device")
struct OutputTests {
    @Test(
        "What can't be written ends with 74, and the message says that the command was carried out, for it was",
        arguments: [
            ["profile"], ["orders", "--format", "json"], ["deals"], ["errors"], ["migration", "status"],
            ["search", "example"], ["--help"], ["settings", "--push", "off"],
            ["settings", "--push", "off", "--format", "json"], ["reserve", "example.com"],
            ["reserve", "example.com", "--format", "json"],
            ["open", "account://reservations/reserve?name=example.com", "--yes"], ["sign-out"], ["sync"],
            ["migration", "set", "orders", "compare"], ["migration", "evidence", "FILE"], ["settings"],
        ]
    )
    func full(arguments: [String]) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let arguments = arguments.map { $0 == "FILE" ? folder.appending(path: "evidence").path : $0 }
            let ended = try await account.run(arguments, through: ["sh", "-c", "exec \"$@\" >/dev/full", "sh"])
            #expect(ended.code == 74, "\(ended)")
            let done = "(No space left on device). The command was carried out all the same."
            #expect(ended.error.contains("could not be written to its end \(done)"))
        }
    }

    @Test("A closed output ends with 74, and no file gets what was meant for it")
    func closed() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("deals").code == 0)
            let ended = try await account.run(["deals"], through: ["sh", "-c", "exec \"$@\" >&-", "sh"])
            #expect(ended.code == 74, "\(ended)")
            #expect(try await account("deals", "--offline").code == 0)
            for (file, data) in try contents(of: folder) {
                #expect(data.range(of: Data("Deals (".utf8)) == nil, "\(file)")
            }
        }
    }

    @Test("JSON has no byte that a terminal would act on")
    func escapes() async throws {
        try await withFolder { folder in
            let name = "a\u{9B}2J\u{7F}\u{202E}b\u{2066}"
            let ended = try await AccountProcess(state: folder)(
                "search",
                name,
                "--modules",
                "mock",
                "--format",
                "json"
            )
            let text = try await AccountProcess(state: folder)(
                "open",
                "account://\(name)",
                "--modules",
                "mock",
                "--format",
                "json"
            )
            for output in [ended.output, text.output] {
                for scalar in output.unicodeScalars {
                    #expect(!(0x7F...0x9F).contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value))
                }
            }
        }
    }
}
