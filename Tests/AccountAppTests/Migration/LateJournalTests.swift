import Foundation
import Strangler
import Synchronization
import Testing

@testable import account

@Suite("The journal that opens when it is needed")
struct LateJournalTests {
    @Test("Makes no file before there is something to record")
    func late() async throws {
        try await withFolder { folder, warnings in
            let journal = LateJournal(in: folder) { warnings.add($0) }
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            try await journal.record([Entry(operation: "orders", date: Date(), fact: .compared(.matched))])
            #expect(FileManager.default.fileExists(atPath: LateJournal.url(in: folder).path))
            #expect(warnings.all.isEmpty)
        }
    }

    @Test("One that can't be opened is told once, and fails nothing")
    func noFolder() async throws {
        try await withFolder { folder, warnings in
            try Data().write(to: folder)
            let journal = LateJournal(in: folder) { warnings.add($0) }
            for _ in 0..<3 {
                try await journal.record([Entry(operation: "orders", date: Date(), fact: .compared(.matched))])
            }
            #expect(warnings.all.count == 1)
        }
    }

    @Test("A damaged one is set aside, and that is told")
    func damaged() async throws {
        try await withFolder { folder, warnings in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(repeating: 7, count: 9_000).write(to: LateJournal.url(in: folder))
            try await LateJournal(in: folder) { warnings.add($0) }
                .record([Entry(operation: "orders", date: Date(), fact: .compared(.matched))])
            #expect(warnings.all.count == 1)
            #expect(warnings.all.first?.contains("journal.sqlite.corrupt-1") == true)
        }
    }

    private final class Heard: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    private func withFolder(_ body: (URL, Heard) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "late-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder, Heard())
    }
}
