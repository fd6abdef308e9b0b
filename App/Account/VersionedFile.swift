import DataSupport
import Foundation

/// The contents of a `VersionedFile`: JSON with the version of its format.
protocol VersionedContents: Codable {
    /// The newest version that this program reads.
    static var newest: Int { get }
    /// Creates the contents of a file that does not exist yet.
    init()
}

/// A file with one value. Only its owner can read it, it is replaced atomically, and one process at a time changes it (`flock`
/// on a second file, because the file itself is replaced).
struct VersionedFile<Contents: VersionedContents>: Sendable {
    let url: URL

    /// Returns the contents. If there is no file, it returns the initial contents and creates none.
    func contents() throws(VersionedFileError) -> Contents {
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

    /// Changes the contents, including what other processes have changed before. Waits for other processes for at most about
    /// two seconds.
    func change<Value>(_ body: (inout Contents) -> Value) async throws(VersionedFileError) -> Value {
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

    private func lock() async throws(VersionedFileError) -> FileLock {
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

/// Why the contents can't be read or changed. The text names no file.
enum VersionedFileError: Error, Hashable {
    /// The file contains something else.
    case unreadable
    /// A newer version of the program wrote it.
    case newer
    /// Another process holds the file lock.
    case busy
    /// The system reported this error.
    case system(String)
}

extension VersionedFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable: "it is damaged"
        case .newer: "a newer version of this program wrote it"
        case .busy: "another process keeps it locked"
        case .system(let reason): reason
        }
    }
}
