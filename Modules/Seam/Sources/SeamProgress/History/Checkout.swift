import Foundation
import SeamKit

/// A folder with the sources of one commit after the other, outside of the tree.
///
/// From one commit to the next, only the files that differ are written and deleted. Nothing in it is a link or a repository.
final class Checkout {
    private let repository: Repository
    private let top: PrivateFolder
    private let record: TemporaryRecord?
    private let folder: String
    private let state: PrivateFolder?
    /// The content of each file that is in the folder.
    private var blobs: [String: String] = [:]
    /// The files of the current commit that are not in the folder, because the repository hasn't them or they can't be written.
    private(set) var missing = 0
    /// Those that are larger than seam reads.
    private(set) var oversized = 0

    /// The folder with the sources.
    var root: String { "\(top.path)/\(folder)" }

    init(
        of repository: Repository,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(HistoryFailure) {
        self.repository = repository
        state = try? PrivateFolder.state(outside: repository.path, environment: environment)
        if let state { TemporaryRecord.removeLeftovers(in: state) }
        do {
            top = try PrivateFolder.temporary(for: "progress", environment: environment)
        } catch {
            throw HistoryFailure("there is no folder for a copy of the sources: \(error.reason)", isUnreadable: true)
        }
        record = TemporaryRecord(of: top)
        if let state { record?.keep(in: state) }
        // A module without a target is called like its folder.
        let name = URL(fileURLWithPath: repository.path).standardizedFileURL.lastPathComponent
        folder = name == "/" || name.isEmpty ? "tree" : name
    }

    /// Deletes the folder.
    func remove() {
        top.removeAll()
        if let state { record?.remove(from: state) }
    }

    /// Makes the folder have the files of a commit.
    func show(_ listing: Repository.Listing) throws(HistoryFailure) {
        let files = listing.files.filter { $0.size.map { $0 <= SourceLimits.size } ?? false }
        oversized = listing.files.count { $0.size.map { $0 > SourceLimits.size } ?? false }
        missing = listing.files.count - files.count - oversized
        let wanted = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        for (path, blob) in blobs where wanted[path]?.blob != blob {
            top.delete("\(folder)/\(path)")
            blobs[path] = nil
        }
        var paths: [String: [String]] = [:]
        var sizes: [String: Int] = [:]
        for file in files where blobs[file.path] == nil {
            paths[file.blob, default: []].append(file.path)
            sizes[file.blob] = file.size
        }
        try repository.read(sizes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) { blob, bytes in
            for path in paths[blob] ?? [] where top.add([UInt8](bytes), at: "\(folder)/\(path)") { blobs[path] = blob }
        }
        missing += files.count { blobs[$0.path] == nil }
        if blobs.isEmpty { _ = top.add([], at: "\(folder)/.empty") }
    }
}
