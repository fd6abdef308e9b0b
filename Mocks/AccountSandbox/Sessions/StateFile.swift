import Foundation

/// The file with sessions and tokens. Only its owner may read it, it is replaced atomically, and one process at a time changes
/// it (`flock` on a second file, because the file itself is replaced).
struct StateFile: Sendable {
    /// Why an operation on the file failed. Contains nothing of the file's contents.
    struct Failure: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }

        init(errno code: Int32) {
            reason = String(cString: strerror(code))
        }
    }

    /// The contents of the file.
    enum Contents {
        case state(SessionState)
        case unreadable
    }

    let folder: URL
    /// Waits between two attempts to lock the file.
    var pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(5)) }

    private var path: String { folder.appendingPathComponent("sandbox.json").path }

    /// Locks the file, waiting at most about two seconds for other processes, also if the task is cancelled. Creates the folder if
    /// it doesn't exist.
    func lock() async throws(Failure) -> Lock {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure("no such folder, and none can be made")
        }
        let descriptor = open(
            folder.appendingPathComponent("sandbox.lock").path,
            O_RDWR | O_CREAT | O_CLOEXEC,
            0o600
        )
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        for _ in 0..<400 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return Lock(descriptor: descriptor) }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            // There is no notification when another process releases the lock, and waiting in `flock` itself would block a
            // thread. In a cancelled task a sleep ends at once, so another one sleeps.
            await Task { try? await pause() }.value
        }
        close(descriptor)
        throw Failure("another process holds it")
    }

    /// A lock that is held until it is released.
    struct Lock {
        fileprivate let descriptor: Int32

        func release() {
            close(descriptor)
        }
    }

    /// Returns the contents, or nil if the file doesn't exist.
    func read() throws(Failure) -> Contents? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure(errno: errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("it isn't a regular file")
        }
        guard let data = try? handle.readToEnd() ?? Data() else { throw Failure("it can't be read") }
        guard let state = try? JSONDecoder().decode(SessionState.self, from: data) else { return .unreadable }
        return .state(state)
    }

    /// Renames the file and returns its new name; the caller holds the lock.
    func setAside() throws(Failure) -> String {
        for number in 1... {
            let aside = "\(path).corrupt-\(number)"
            // `link` and not `rename`, which would overwrite an existing file.
            if link(path, aside) == 0 {
                unlink(path)
                return "sandbox.json.corrupt-\(number)"
            }
            guard errno == EEXIST else { break }
        }
        throw Failure(errno: errno)
    }

    /// Writes the state; the caller holds the lock.
    func write(_ state: SessionState) throws(Failure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(state) else { throw Failure("it can't be written as JSON") }
        let draft = "\(path).draft"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.close()
        } catch {
            unlink(draft)
            throw Failure("no room, or the disk fails")
        }
        guard rename(draft, path) == 0 else {
            let code = errno
            unlink(draft)
            throw Failure(errno: code)
        }
    }
}
