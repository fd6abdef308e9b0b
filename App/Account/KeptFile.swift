import DataSupport
import Foundation

/// What a `KeptFile` can hold: JSON that says which version of the program's it is.
protocol KeptContents: Codable {
    /// The newest version there is.
    static var newest: Int { get }
    /// What there is before anything was kept.
    init()
}

/// A file with one value: for its owner alone, replaced in one step, and changed by one process at a time (`flock` on a
/// file beside it, because the file itself is replaced).
struct KeptFile<Contents: KeptContents>: Sendable {
    let url: URL

    /// What is kept; without a file that is what there was at the beginning, and none is made.
    func contents() throws(KeptFileFailure) -> Contents {
        let data: Data?
        do throws(SystemError) {
            data = try PrivateFile.contents(of: url)
        } catch {
            throw .system(error.description)
        }
        guard let data else { return Contents() }
        guard let version = try? JSONDecoder().decode(Version.self, from: data).version else { throw .unreadable }
        if version > Contents.newest { throw .newer }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else { throw .unreadable }
        return contents
    }

    /// Changes what is kept, with what other processes have changed. Waits for them at most about two seconds.
    func change<Value>(_ body: (inout Contents) -> Value) async throws(KeptFileFailure) -> Value {
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        var contents = try contents()
        let value = body(&contents)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let data = try? encoder.encode(contents) else { throw .unreadable }
        do throws(SystemError) {
            try PrivateFile.replace(url, with: data)
        } catch {
            throw .system(error.description)
        }
        return value
    }

    private func lock() async throws(KeptFileFailure) -> FileLock {
        let isTaken: Bool
        let lock: FileLock
        do throws(SystemError) {
            try PrivateFile.makeFolder(url.deletingLastPathComponent())
            lock = try FileLock(url.deletingPathExtension().appendingPathExtension("lock").path)
            isTaken = try await lock.take(within: .seconds(2), pause: .milliseconds(5), on: ContinuousClock())
        } catch {
            throw .system(error.description)
        }
        guard isTaken else { throw .busy }
        return lock
    }

    private struct Version: Decodable {
        let version: Int
    }
}

/// Why what is kept can't be read or changed. The text names no file.
enum KeptFileFailure: Error, Hashable {
    /// It holds something else.
    case unreadable
    /// A newer version of the program wrote it.
    case newer
    /// Another process keeps it.
    case busy
    /// The system said so.
    case system(String)
}

extension KeptFileFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable: "it is damaged"
        case .newer: "a newer version of this program wrote it"
        case .busy: "another process keeps it locked"
        case .system(let reason): reason
        }
    }
}
