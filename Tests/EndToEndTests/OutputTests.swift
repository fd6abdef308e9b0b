import Foundation
import Testing

/// Output that can't be written, through the process.
@Suite("Output on a full device")
struct OutputTests {
    @Test(
        "What can't be written ends with 74, and the message says whether something was changed",
        arguments: [
            (["profile"], false), (["orders", "--format", "json"], false), (["deals"], false), (["errors"], false),
            (["migration", "status"], false), (["search", "example"], false), (["--help"], false),
            (["settings", "--push", "off"], true), (["settings", "--push", "off", "--format", "json"], true),
            (["reserve", "example.com"], true), (["reserve", "example.com", "--format", "json"], true),
            (["open", "account://reservations/reserve?name=example.com", "--yes"], true), (["sign-out"], true),
        ]
    )
    func full(arguments: [String], isChange: Bool) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let ended = try await account.run(arguments, through: ["sh", "-c", "exec \"$@\" >/dev/full", "sh"])
            #expect(ended.code == 74, "\(ended)")
            let change = isChange ? "The command was carried out all the same." : "The command changed nothing."
            #expect(ended.error.contains("could not be written to its end (No space left on device). \(change)"))
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
