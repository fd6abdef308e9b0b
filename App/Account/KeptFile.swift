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
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return Contents() }
            throw .system(String(cString: strerror(errno)))
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.readToEnd() ?? Data(),
            let version = try? JSONDecoder().decode(Version.self, from: data).version
        else { throw .unreadable }
        if version > Contents.newest { throw .newer }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else { throw .unreadable }
        return contents
    }

    /// Changes what is kept, with what other processes have changed.
    func change<Value>(_ body: (inout Contents) -> Value) async throws(KeptFileFailure) -> Value {
        let lock = try await lock()
        defer { close(lock) }
        var contents = try contents()
        let value = body(&contents)
        try write(contents)
        return value
    }

    private struct Version: Decodable {
        let version: Int
    }

    /// Waits for others, at most about two seconds, making the folder first if there is none.
    private func lock() async throws(KeptFileFailure) -> Int32 {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .system("no such folder, and none can be made")
        }
        let file = url.deletingPathExtension().appendingPathExtension("lock")
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(String(cString: strerror(errno))) }
        for _ in 0..<400 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            // Nobody tells when another process lets go; waiting in `flock` itself would hold a thread.
            try? await Task.sleep(for: .milliseconds(5))
        }
        close(descriptor)
        throw .busy
    }

    /// With the lock held.
    private func write(_ contents: Contents) throws(KeptFileFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let data = try? encoder.encode(contents) else { throw .unreadable }
        let draft = url.path + ".draft"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(String(cString: strerror(errno))) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.close()
        } catch {
            unlink(draft)
            throw .system("no room, or the disk fails")
        }
        guard rename(draft, url.path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(draft)
            throw .system(reason)
        }
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
