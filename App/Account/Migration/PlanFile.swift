import Foundation
import Strangler

/// The file with the plans of the hand-overs: for its owner alone, replaced in one step, and changed by one process at
/// a time (`flock` on a file beside it, because the file itself is replaced).
struct PlanFile: Sendable {
    /// Why plans can't be read or kept. The text names no file.
    enum Failure: Error, Hashable {
        /// It holds something else than plans.
        case unreadable
        /// A newer version of the program wrote it.
        case newer
        /// Another process keeps it.
        case busy
        /// The system said so.
        case system(String)
    }

    private struct Contents: Codable {
        static let version = 1
        var version = Self.version
        var plans: [String: Plan] = [:]
    }

    private struct Version: Decodable {
        let version: Int
    }

    let folder: URL

    var url: URL { folder.appending(path: "plans.json") }

    /// The plans; without a file there are none, which stands for `legacy` everywhere.
    func plans() throws(Failure) -> [Migration.UseCase: Plan] {
        let plans = try contents().plans.compactMap { name, plan in
            Migration.UseCase(rawValue: name).map { ($0, plan) }
        }
        return Dictionary(uniqueKeysWithValues: plans)
    }

    /// Sets one plan from what it was, and answers both.
    func change(
        _ useCase: Migration.UseCase,
        _ next: (Plan) -> Plan
    ) async throws(Failure) -> (from: Plan, to: Plan) {
        let lock = try await lock()
        defer { close(lock) }
        var contents = try contents()
        let from = contents.plans[useCase.rawValue] ?? .legacy
        let to = next(from)
        contents.plans[useCase.rawValue] = to
        try write(contents)
        return (from, to)
    }

    private func contents() throws(Failure) -> Contents {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return Contents() }
            throw .system(String(cString: strerror(errno)))
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.readToEnd() ?? Data(),
            let version = try? JSONDecoder().decode(Version.self, from: data).version
        else { throw .unreadable }
        if version > Contents.version { throw .newer }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else { throw .unreadable }
        return contents
    }

    /// Waits for others, at most about two seconds, making the folder first if there is none.
    private func lock() async throws(Failure) -> Int32 {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .system("no such folder, and none can be made")
        }
        let descriptor = open(folder.appending(path: "plans.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
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
    private func write(_ contents: Contents) throws(Failure) {
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

extension PlanFile.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable: "it is damaged"
        case .newer: "a newer version of this program wrote it"
        case .busy: "another process keeps it locked"
        case .system(let reason): reason
        }
    }
}
