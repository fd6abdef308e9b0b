import Domain
import Foundation
import Testing

@testable import Diagnostics

@Suite("The spool")
struct SpoolTests {
    private func record(_ number: Int) -> PublishedDiagnostic {
        PublishedDiagnostic(id: "a-\(number)", sample(number))
    }

    @Test(
        "A record is read as it was written",
        arguments: [
            [], [.count(-3), .count(.max)], [.cause(DiagnosticCode("store.cut-off"))],
            [.place(FieldPath([.field("orders"), .index(3), .field("total")])), .place(FieldPath([]))],
        ] as [[Diagnostic.Detail]]
    )
    func roundTrip(details: [Diagnostic.Detail]) async throws {
        try await withFolder { folder async throws in
            let diagnostic = Diagnostic(
                time: Date(timeIntervalSince1970: 1_795_253_400.123),
                feature: FeatureID("orders"),
                severity: .warning,
                code: DiagnosticCode("orders.malformed"),
                details: details
            )
            let record = PublishedDiagnostic(id: "9f-1", diagnostic)
            try spool(folder).append([record])
            #expect(try spool(folder).contents().records == [record])
        }
    }

    @Test("Nothing is in a spool that nobody has written to")
    func empty() async throws {
        try await withFolder { folder async throws in
            #expect(try spool(folder).contents().records == [])
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test("Records are kept in order, for their owner alone")
    func modes() async throws {
        try await withFolder { folder async throws in
            for number in 0..<5 { try spool(folder).append([record(2 * number), record(2 * number + 1)]) }
            #expect(try spool(folder).contents().records.numbers == Array(0..<10))
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test("A last line without its end is cut off by the next who appends, who says so", arguments: [1, 20, 60])
    func damagedTail(length: Int) async throws {
        try await withFolder { folder async throws in
            let spool = spool(folder)
            try spool.append([record(1), record(2)])
            let whole = RecordLine.bytes(record(3))
            let handle = try FileHandle(forWritingTo: spool.file)
            try handle.seekToEnd()
            try handle.write(contentsOf: whole.prefix(length))
            try handle.close()
            #expect(try spool.contents().records.numbers == [1, 2])

            try spool.append([record(4)])
            let records = try spool.contents().records
            #expect(records.numbers == [1, 2, 4])
            #expect(records.codes == ["sample.broken", "sample.broken", "diagnostics.tail-cut", "sample.broken"])
            #expect(records[2].diagnostic.details == [.count(length)])
        }
    }

    @Test("A line that is no record is counted, and the others are read", arguments: ["{}", "", "\u{0}\u{0}", "[1]"])
    func damagedLine(text: String) async throws {
        try await withFolder { folder async throws in
            let spool = spool(folder)
            try spool.append([record(1)])
            let handle = try FileHandle(forWritingTo: spool.file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data((text + "\n").utf8))
            try handle.close()
            try spool.append([record(2)])
            #expect(try spool.contents().records.numbers == [1, 2])
            #expect(try spool.contents().unreadable == 1)
        }
    }

    @Test("Above the limit the oldest go, and one record says how many")
    func limit() async throws {
        try await withFolder { folder async throws in
            let spool = spool(folder, limit: 2000)
            for number in 0..<200 {
                try spool.append([record(number)])
                let contents = try spool.contents()
                let size = try Data(contentsOf: spool.file).count
                #expect(size <= 2000)
                // The remaining records are the newest, without a gap.
                #expect(contents.records.numbers == Array((number + 1 - contents.records.count)...number))
                #expect(contents.gone + contents.records.count == number + 1)
            }
            let lines = try Data(contentsOf: spool.file).split(separator: UInt8(ascii: "\n")).compactMap {
                RecordLine.record($0)
            }
            #expect(lines.codes.count { $0 == "diagnostics.oldest-gone" } == 1)
            let gone = try spool.contents().gone
            #expect(lines.first?.diagnostic.details == [.count(gone)])
        }
    }

    @Test("A record larger than the limit is kept until the next")
    func tooSmall() async throws {
        try await withFolder { folder async throws in
            let spool = spool(folder, limit: 10)
            try spool.append([record(1)])
            #expect(try spool.contents().records.numbers == [1])
            try spool.append([record(2)])
            #expect(try spool.contents().records.numbers == [2])
            #expect(try spool.contents().gone == 1)
        }
    }

    @Test(
        "Of a file that something else has filled, the end is read, and it becomes small again with the next record",
        arguments: ["\n", "x", "x\n", "\0"]
    )
    func filled(text: String) async throws {
        try await withFolder { folder async throws in
            let spool = spool(folder, limit: 10_000)
            try spool.append([record(1)])
            let handle = try FileHandle(forWritingTo: spool.file)
            try handle.seekToEnd()
            for _ in 0..<20 { try handle.write(contentsOf: Data(String(repeating: text, count: 1_000_000).utf8)) }
            try handle.close()
            // At most 64 KiB are looked at.
            #expect(try spool.contents().lines.count <= (64 << 10) + 1)
            try spool.append([record(2)])
            #expect(try spool.contents().records.numbers.last == 2)
            let size = try FileManager.default.attributesOfItem(atPath: spool.file.path)[.size] as? Int
            #expect(try #require(size) <= 10_000)
            try spool.append([record(3)])
            #expect(try spool.contents().records.numbers.suffix(2) == [2, 3])
        }
    }

    @Test("A folder that can't be made is a failure, and so is a file that can't be read")
    func failures() async throws {
        try await withFolder { folder async throws in
            try Data("x".utf8).write(to: folder)
            #expect(throws: Spool.Failure.self) { try spool(folder).append([record(1)]) }
            #expect(try spool(folder).contents().records == [])
        }
        try await withFolder { folder async throws in
            let spool = spool(folder)
            try FileManager.default.createDirectory(at: spool.file, withIntermediateDirectories: true)
            #expect(throws: Spool.Failure.self) { try spool.append([record(1)]) }
            #expect(throws: Spool.Failure.self) { try spool.contents() }
        }
    }

    @Test("Who follows gets what is there, and then what anybody appends")
    func follow() async throws {
        try await withFolder { folder async throws in
            try spool(folder).append([record(1)])
            var news = spool(folder).follow(every: .milliseconds(1), on: ContinuousClock()).makeAsyncIterator()
            #expect(await news.next()?.numbers == [1])
            try spool(folder).append([record(2), record(3)])
            #expect(await news.next()?.numbers == [2, 3])
            try FileManager.default.removeItem(at: spool(folder).file)
            try spool(folder).append([record(4)])
            #expect(await news.next()?.numbers == [4])
        }
    }
}
