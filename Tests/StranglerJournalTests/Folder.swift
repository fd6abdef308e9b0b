#if Journal
    import Foundation
    import Strangler

    /// Creates a folder for each test.
    func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    func entry(_ number: Int, _ operation: String = "orders", fact: Fact = .compared(.timedOut)) -> Entry {
        Entry(operation: operation, date: Date(timeIntervalSince1970: Double(number)), fact: fact)
    }
#endif
