import Foundation

/// The contents of `session.json`.
struct StoredSession: Codable {
    var server: String
    var login: String
    var user: String?
    var session: String?
    var token: String?
    var expires: Date?

    /// Whether user, session and token are short enough for a request. The file may be from elsewhere.
    var canBeSent: Bool { [user, session, token].allSatisfy { ($0 ?? "").utf8.count <= 8_192 } }
}

/// The contents of a regular file. A pipe in its place is not waited for.
func storedData(_ file: URL) -> Data? {
    let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? handle.readToEnd() ?? Data()
}

/// Writes a file that only its owner may read, atomically: other processes see the old contents or the new.
func writePrivately(_ data: Data, to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
    )
    let draft = folder.appendingPathComponent(".\(UUID().uuidString)")
    let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    do {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.close()
        guard rename(draft.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
        unlink(draft.path)
        throw error
    }
}
