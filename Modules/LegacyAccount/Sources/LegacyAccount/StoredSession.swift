import Foundation

/// The contents of `session.json`.
struct StoredSession: Codable {
    var server: String
    var login: String
    var user: String?
    var session: String?
    var token: String?
    var expires: Date?
}

/// Writes a file that only its owner may read, in one step: others see the old contents or the new.
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
