import Domain
import Foundation
import StoreNews
import Testing

extension BrokerTests {
    @Suite("What arrives")
    struct PayloadTests {
        struct Bad: CustomTestStringConvertible {
            let testDescription: String
            let payload: Data
            let defect: NewsDefect

            init(_ name: String, _ payload: String, _ defect: NewsDefect = .malformed) {
                (testDescription, self.payload, self.defect) = (name, Data(payload.utf8), defect)
            }

            init(_ name: String, bytes: [UInt8], _ defect: NewsDefect) {
                (testDescription, payload, self.defect) = (name, Data(bytes), defect)
            }
        }

        private static let bad = [
            Bad("empty object", "{}"),
            Bad("a list", "[]"),
            Bad("cut", #"{"version":1,"deal":{"id":"D-1","title":"Two ye"#),
            Bad("no version", #"{"deal":{"id":"D-1","title":"T","terms":""}}"#),
            Bad("a version that is no number", #"{"version":"1","ended":"D-1"}"#),
            Bad("a version below 0", #"{"version":-1,"ended":"D-1"}"#),
            Bad("a version that is too large", #"{"version":1e400,"ended":"D-1"}"#),
            Bad("an offer without a title", #"{"version":1,"deal":{"id":"D-1","terms":""}}"#),
            Bad("an empty identifier", #"{"version":1,"ended":""}"#),
            Bad("deeply nested", String(repeating: "[", count: 50_000)),
            Bad("not UTF-8", bytes: Array(#"{"version":1,"ended":""#.utf8) + [0xFF, 0xFE, 0x22, 0x7D], .notText),
            Bad("zeros", bytes: [UInt8](repeating: 0, count: 1_000), .malformed),
            Bad("too large", bytes: [UInt8](repeating: 0x20, count: (64 << 10) + 1), .tooLarge),
        ]

        @Test("A payload that is not as agreed is dropped and recorded, and the next one arrives", arguments: bad)
        func dropped(_ bad: Bad) async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                var reader = Reader(try store.news())
                await reader.expect(.connection(.connected))
                try store.publish(raw: bad.payload)
                try store.publish(.sample("D-2"))
                await reader.expect(.deal(.sample("D-2")))
                await store.waitForDefects(bad.defect, 1)
                #expect(store.defects == [bad.defect: 1])
            }
        }

        @Test("A message above what the client accepts is not sent by the broker, and the next one arrives")
        func huge() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                var reader = Reader(try store.news())
                await reader.expect(.connection(.connected))
                try store.publish(raw: Data(repeating: 0x20, count: 3 << 20))
                try store.publish(.sample("D-2"))
                await reader.expect(.deal(.sample("D-2")))
            }
        }

        @Test("Of 10,000 offers that nobody reads the latest 1,000 stay, and the memory is bounded")
        func flood() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                var reader = Reader(try store.news())
                await reader.expect(.connection(.connected))
                // 80 MB in all.
                let terms = String(repeating: "Once a customer.", count: 500)
                let file = broker.file("flood")
                try write(10_000, terms, to: file)
                let before = try Memory.resident()
                try broker.publish(linesOf: file, to: "users/ada/news/deals/flood")
                await store.waitForDefects(.unread, 9_000)
                let growth = try Memory.resident() - before
                print("the flood of 80 MB took \(growth >> 20) MB")
                #expect(growth < 40 << 20)
                for number in 9_001...10_000 { await reader.expect(.deal(.sample("F-\(number)", terms: terms))) }
                #expect(store.defects == [.unread: 9_000])
            }
        }

        /// Writes a message on each line, without much in memory.
        private func write(_ count: Int, _ terms: String, to file: URL) throws {
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            for number in 1...count {
                let deal = #"{"id":"F-\#(number)","title":"Two years for one","terms":"\#(terms)"}"#
                try handle.write(contentsOf: Data("{\"version\":1,\"deal\":\(deal)}\n".utf8))
            }
            try handle.close()
        }
    }
}

enum Memory {
    /// The resident memory of this process in bytes.
    static func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(getpagesize())
    }
}
