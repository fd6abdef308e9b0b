import Foundation
import Strangler
import Testing

@testable import account

@Suite("The file of the plans")
struct PlanFileTests {
    @Test("Without a file every use case is on legacy, and none is made")
    func none() throws {
        try withFile { file in
            let plans = try file.plans()
            #expect(plans == [:])
            #expect(!FileManager.default.fileExists(atPath: file.folder.path))
        }
    }

    @Test("Keeps each plan, for its owner alone, and says what it was")
    func change() async throws {
        try await withFile { file in
            let first = try await file.change(.orders) { _ in .compare(sample: .percent(50)) }
            #expect(first.from == .legacy)
            _ = try await file.change(.addresses) { _ in .replacement }
            let second = try await file.change(.orders) { $0.oneStepBack }

            #expect(second.from == .compare(sample: .percent(50)))
            let plans = try PlanFile(folder: file.folder).plans()
            #expect(plans == [.orders: .legacy, .addresses: .replacement])
            let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("Changes at once are all kept")
    func atOnce() async throws {
        try await withFile { file in
            _ = try await file.change(.orders) { _ in .rollout(.none) }
            try await withThrowingTaskGroup { group in
                for _ in 0..<40 {
                    group.addTask {
                        _ = try await file.change(.orders) { plan in
                            guard case .rollout(let share, _) = plan else { return plan }
                            return .rollout(Share(basisPoints: share.basisPoints + 1) ?? .all)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let plans = try file.plans()
            #expect(plans[.orders] == .rollout(Share(basisPoints: 40) ?? .all))
        }
    }

    @Test(
        "A damaged file, or a newer one, is told and left alone",
        arguments: [
            ("", VersionedFileError.unreadable), ("{", .unreadable), ("[]", .unreadable),
            (#"{"version":1,"plans":{"orders":"compare everything"}}"#, .unreadable), (#"{"version":2}"#, .newer),
        ]
    )
    func broken(text: String, failure: VersionedFileError) async throws {
        try await withFile { file in
            try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file.url)

            #expect(throws: failure) { try file.plans() }
            await #expect(throws: failure) { try await file.change(.orders) { _ in .replacement } }
            #expect(try String(contentsOf: file.url, encoding: .utf8) == text)
        }
    }

    @Test("Use cases that this version does not know are kept")
    func others() async throws {
        try await withFile { file in
            try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
            try Data(#"{"version":1,"plans":{"deals":"replacement"}}"#.utf8).write(to: file.url)

            _ = try await file.change(.orders) { _ in .replacement }
            #expect(try String(contentsOf: file.url, encoding: .utf8).contains("deals"))
        }
    }

    private func withFile<Value>(_ body: (PlanFile) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "plans-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(PlanFile(folder: folder))
    }

    private func withFile(_ body: (PlanFile) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "plans-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(PlanFile(folder: folder))
    }
}
