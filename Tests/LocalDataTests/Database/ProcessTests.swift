import Domain
import Foundation
import TestSupport
import Testing

@testable import LocalData

@Suite("Several processes, and such as end badly", .turns)
struct ProcessTests {
    @Test(
        "Six processes open a new file or a damaged one at once, and each list is whole",
        arguments: [nil, Data(repeating: 0xa5, count: 8_192)]
    )
    func sharing(before: Data?) async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try before?.write(to: url)
            let children = try (1...6).map { _ in try WriterProcess("deals", url.path, "50", "20") }
            for child in children { #expect(child.ended().status == 0) }

            let deals = try await store(.file(url)).deals.list(of: ada)?.value ?? []
            #expect(deals.count == 50)
            #expect(Set(deals.map(\.title)).count == 1)
            let aside = try contents(of: folder).keys.filter { $0.contains("damaged") && !$0.contains("-wal") }
            #expect(aside.filter { !$0.hasSuffix("-shm") }.count == (before == nil ? 0 : 1))
        }
    }

    @Test("A process killed while it writes leaves the list before or the list after, and every one it told of")
    func killed() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            for round in 1...8 {
                let child = try WriterProcess("deals", url.path, "3000", "1000000")
                let told = child.lines(round)
                child.kill()
                let last = try #require(told.last)

                let warnings = Warnings()
                let store = try store(.file(url), onWarning: warnings.add)
                let list = try #require(try await store.deals.list(of: ada))
                #expect(list.value.count == 3_000)
                let titles = Set(list.value.map(\.title))
                #expect(titles.count == 1)
                let number = try #require(titles.first?.split(separator: "-").last.flatMap { Double($0) })
                #expect(list.freshness == .cached(asOf: Date(timeIntervalSinceReferenceDate: number)))
                #expect(number >= (last.split(separator: "-").last.flatMap { Double($0) } ?? 0))
                let findings = try query("PRAGMA integrity_check", in: url)
                #expect(findings == ["\"ok\""] || findings == ["ok"])
                #expect(warnings.all == [])
            }
        }
    }

    #if os(Linux)
        /// A command that makes a folder read-only even for root: the process runs without the capability to override
        /// modes.
        private static let withoutOverride =
            getuid() == 0 ? ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] : []

        @Test("A folder that can't be written is told, and all in it stays", arguments: [0o600, 0o400])
        func readOnly(mode: Int) async throws {
            try await withFolder { folder in
                let url = file(in: folder)
                try await store(.file(url)).deals.persist([deal(1)], of: ada, asOf: noon)
                let before = try contents(of: folder)
                try setModes(of: folder, directory: 0o500, files: mode)
                defer { try? setModes(of: folder, directory: 0o700, files: 0o600) }

                let ended = try WriterProcess("deals", url.path, "5", "1", through: Self.withoutOverride).ended()

                #expect(ended.lines == ["readOnly"])
                #expect(ended.status == 1)
                #expect(try contents(of: folder) == before)
            }
        }

        @Test("A folder that can't be written and has no store yet is told")
        func readOnlyAndNew() async throws {
            try await withFolder { folder in
                try setModes(of: folder, directory: 0o500, files: 0o600)
                defer { try? setModes(of: folder, directory: 0o700, files: 0o600) }
                for url in [file(in: folder), file(in: folder.appending(path: "inner"))] {
                    let ended = try WriterProcess("deals", url.path, "5", "1", through: Self.withoutOverride)
                        .ended()
                    #expect(ended.lines == ["readOnly"])
                }
            }
        }

        @Test("A full disk is told, and the list before stays", arguments: [0, 100, 400])
        func full(blocks: Int) async throws {
            try await withFolder { folder in
                let url = file(in: folder)
                try await store(.file(url)).deals.persist([deal(1)], of: ada, asOf: noon)

                // No file may grow beyond this number of blocks of 512 bytes.
                let limit = ["sh", "-c", #"trap "" XFSZ; ulimit -f "$0"; exec "$@""#, "\(blocks)"]
                let ended = try WriterProcess("deals", url.path, "20000", "1", through: limit).ended()

                #expect(ended.lines == ["full"])
                #expect(ended.status == 1)
                let warnings = Warnings()
                let list = try await store(.file(url), onWarning: warnings.add).deals.list(of: ada)
                #expect(list == Snapshot([deal(1)], freshness: .cached(asOf: noon)))
                #expect(warnings.all == [])
            }
        }

        @Test("A disk too full to begin on is told")
        func fullAndNew() async throws {
            try await withFolder { folder in
                let limit = ["sh", "-c", #"trap "" XFSZ; ulimit -f 0; exec "$0" "$@""#]
                let ended = try WriterProcess("deals", file(in: folder).path, "5", "1", through: limit).ended()
                #expect(ended.lines == ["full"])
            }
        }

        private func setModes(of folder: URL, directory: Int, files: Int) throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            for name in names {
                try FileManager.default.setAttributes(
                    [.posixPermissions: files],
                    ofItemAtPath: folder.appending(path: name).path
                )
            }
            try FileManager.default.setAttributes([.posixPermissions: directory], ofItemAtPath: folder.path)
        }
    #endif
}
