import Diagnostics
import Domain
import Foundation
import Synchronization

/// Creates a folder for one test, and deletes it afterwards.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "diagnostics-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Returns a spool whose own records are made at a fixed time.
func spool(_ folder: URL, limit: Int = 1 << 20) -> Spool {
    Spool(folder: folder, limit: limit, now: { Date(timeIntervalSince1970: 9) })
}

func sample(_ number: Int, code: DiagnosticCode = DiagnosticCode("sample.broken")) -> Diagnostic {
    Diagnostic(
        time: Date(timeIntervalSince1970: 1_795_253_400.123),
        feature: FeatureID("sample"),
        severity: .error,
        code: code,
        details: [.count(number)]
    )
}

extension [PublishedDiagnostic] {
    /// The numbers of sample records.
    var numbers: [Int] {
        filter { $0.diagnostic.feature == FeatureID("sample") }.compactMap {
            if case .count(let count)? = $0.diagnostic.details.first { count } else { nil }
        }
    }

    var codes: [String] { map(\.diagnostic.code.text) }
}

/// A process that writes records.
final class Writer: Sendable {
    private let process: Mutex<Process>
    private let said: Mutex<Data> = Mutex(Data())
    private let ends: AsyncStream<Int32>

    /// - Parameter isToGoOn: Called each time the process has printed a line, with the number of records that it has published;
    ///   returns whether the process may continue.
    init(_ arguments: [String], whileSaying isToGoOn: @escaping @Sendable (Int) -> Bool = { _ in true }) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Bundle.main.bundleURL.appending(path: "DiagnosticsWriter")
        process.arguments = arguments
        process.standardOutput = output
        let (ends, end) = AsyncStream<Int32>.makeStream()
        self.ends = ends
        self.process = Mutex(process)
        output.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let bytes = handle.availableData
            guard let self, !bytes.isEmpty else {
                handle.readabilityHandler = nil
                return
            }
            let lines = self.said.withLock { said in
                said.append(bytes)
                return said.count { $0 == UInt8(ascii: "\n") }
            }
            if !isToGoOn(lines) { self.kill() }
        }
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
    }

    /// The last number that the process has printed as published; -1 if there is none.
    var last: Int {
        let text = said.withLock { String(decoding: $0, as: UTF8.self) }
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last.flatMap { Int($0) } ?? -1
    }

    func kill() {
        _ = process.withLock { Foundation.kill($0.processIdentifier, SIGKILL) }
    }

    /// Returns the status with which it ended.
    @discardableResult
    func end() async -> Int32 { await ends.first { _ in true } ?? -1 }
}
