import DataSupport
import Domain
import Foundation
import StoreClient

/// The folder in which the legacy service stores its session and its responses of one server.
struct LegacyFolder: Sendable {
    let url: URL
    /// The server's name in the folder. It is short, because the service makes names of files of it.
    let serverName: String

    /// Creates the folder of the server of `settings`. Earlier versions had one folder for all servers and users together. What
    /// they stored for this server and for `user`, the only user of the legacy service, is moved, and what they stored for other
    /// users of it is erased.
    init(_ settings: Composition.Settings, of user: UserID) {
        let server = settings.storeServer
        let folder = settings.stateFolder.legacy
        let olderName = settings.server?.absoluteString ?? "sandbox"
        url = folder.appending(path: server.fileName, directoryHint: .isDirectory)
        serverName = sha256(server.description)
        adoptSession(in: folder, of: olderName)
        adoptResponses(in: folder, of: olderName, and: user)
    }

    /// Whether what is stored can be read, as far as that depends on permissions. Nothing is stored if there is no folder.
    var isReadable: Bool {
        guard access(url.path, F_OK) == 0 || errno == EACCES else { return true }
        var folders = [url]
        while let folder = folders.popLast() {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return false }
            for name in names {
                let entry = folder.appending(path: name)
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: entry.path, isDirectory: &isFolder) else { return false }
                if isFolder.boolValue { folders.append(entry) } else if access(entry.path, R_OK) != 0 { return false }
            }
        }
        return true
    }

    /// Erases everything, and returns whether there was anything.
    @discardableResult
    func erase() throws -> Bool {
        // What can't be looked at is not the same as nothing.
        guard access(url.path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR) else { return false }
        try FileManager.default.removeItem(at: url)
        return true
    }

    private func adoptSession(in folder: URL, of olderName: String) {
        let older = folder.appending(path: "session.json")
        let session = url.appending(path: "session.json")
        guard let data = try? PrivateFile.contents(of: older),
            var fields = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
            fields["server"] as? String == olderName
        else { return }
        fields["server"] = serverName
        guard let moved = try? JSONSerialization.data(withJSONObject: fields) else { return }
        do throws(SystemError) {
            try PrivateFile.makeFolder(url)
            if !FileManager.default.fileExists(atPath: session.path) { try PrivateFile.replace(session, with: moved) }
            unlink(older.path)
        } catch {
            // It stays where it is for the next command, and this one signs in again.
        }
    }

    private func adoptResponses(in folder: URL, of olderName: String, and user: UserID) {
        let older = folder.appending(path: "answers/" + Self.name("server-", olderName))
        let responses = url.appending(path: "answers/" + Self.name("server-", serverName))
        guard FileManager.default.fileExists(atPath: older.path),
            (try? PrivateFile.makeFolder(responses.deletingLastPathComponent())) != nil,
            (try? FileManager.default.moveItem(at: older, to: responses)) != nil
        else { return }
        // Only if it is empty.
        rmdir(folder.appending(path: "answers").path)
        for other in (try? FileManager.default.contentsOfDirectory(atPath: responses.path)) ?? []
        where other != Self.name("user-", user.rawValue) {
            try? FileManager.default.removeItem(at: responses.appending(path: other))
        }
    }

    /// Returns the name that the legacy service gives to a folder.
    private static func name(_ kind: String, _ text: String) -> String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-")
        return (kind + text).addingPercentEncoding(withAllowedCharacters: plain) ?? "-"
    }
}
