import Foundation

/// Writes whole files, and to open files.
///
/// Each file is replaced atomically: no other process reads half of it. The new file has the mode, owner and extended attributes
/// of the old one; if it can't have them, or the old one has other names (hard links), nothing is written.
package enum FileWriter {
    /// Why something could not be written.
    package enum Failure: Error, Equatable {
        /// The system's error number.
        case system(Int32)
        /// The path may not be written.
        case refused(WritableTree.Refusal)
        /// A new file would not be like the old one, for this reason.
        case unlike(String)
        /// The file isn't the one that the new content takes the place of.
        case changed

        /// A description for people.
        package var reason: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .refused(.system(_, let code)): String(cString: strerror(code))
            case .refused(let refusal): refusal.reason
            case .unlike(let reason): reason
            case .changed: "somebody has changed it in the meantime"
            }
        }
    }

    /// Replaces the file at a path inside of a tree, or creates it with the folders on the way.
    ///
    /// - Parameter before: what the content takes the place of; the method fails if it finds something else.
    package static func replace(
        _ path: String,
        in tree: WritableTree,
        with bytes: [UInt8],
        over before: StagedFile.Before = .anything
    ) throws(Failure) {
        try StagedFile(bytes: bytes, for: try place(of: path, in: tree, makingFolders: true), over: before)
            .moveIntoPlace()
    }

    /// Deletes the file at a path inside of a tree, if there is one.
    ///
    /// - Parameter old: the content that it has to have; nil if it may have any.
    package static func remove(_ path: String, in tree: WritableTree, having old: [UInt8]? = nil) throws(Failure) {
        let place: WritableTree.Place
        do {
            place = try self.place(of: path, in: tree)
        } catch .refused(.system(_, ENOENT)) {
            return
        }
        if let old, place.status != nil, place.bytes() != old { throw .changed }
        guard unlinkat(place.folder, place.name, 0) == 0 || errno == ENOENT else { throw .system(errno) }
    }

    /// Replaces the file at a path that a person named, or creates it.
    ///
    /// A link continues to point to its file. An existing path that isn't a file, such as `/dev/null` or a pipe, is written to
    /// and not replaced. The method fails instead of waiting for a pipe's reader.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        var known = stat()
        let isKnown = stat(path, &known) == 0
        guard isKnown || errno == ENOENT else { throw .system(errno) }
        if isKnown, known.st_mode & S_IFMT != S_IFREG { return try writeThrough(path, bytes: bytes) }
        var target = path
        if isKnown {
            guard access(path, W_OK) == 0, let real = realpath(path, nil) else { throw .system(errno) }
            defer { free(real) }
            target = String(cString: real)
        }
        let url = URL(fileURLWithPath: target)
        let folder = WritableTree(root: url.deletingLastPathComponent().path)
        try StagedFile(bytes: bytes, for: try place(of: url.lastPathComponent, in: folder)).moveIntoPlace()
    }

    /// Writes everything to an open file.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            position += count
        }
    }

    private static func place(
        of path: String,
        in tree: WritableTree,
        makingFolders: Bool = false
    ) throws(Failure) -> WritableTree.Place {
        do throws(WritableTree.Refusal) {
            return try tree.place(of: path, makingFolders: makingFolders)
        } catch {
            throw .refused(error)
        }
    }

    private static func writeThrough(_ path: String, bytes: [UInt8]) throws(Failure) {
        let file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno) }
        defer { close(file) }
        // A reader exists: from here on writing may wait for it.
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
        try write(bytes, to: file)
    }
}
