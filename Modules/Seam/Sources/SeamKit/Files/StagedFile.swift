import Foundation

/// The new content of a file, in a file of its own beside it, since renaming across file systems fails.
package struct StagedFile {
    /// The file that is replaced or created.
    package let place: WritableTree.Place
    /// The name of the new content's file. Nobody can guess it.
    package let draft: String
    private let isNew: Bool
    private let old: Identity?

    /// What the new content takes the place of. If something else is there, nothing is replaced.
    package enum Before {
        case anything
        case nothing
        case content([UInt8])
    }

    /// What every name begins with.
    private static let prefix = ".seam-"

    /// Returns a name for a new content.
    package static func name() -> String { prefix + UUID().uuidString }

    /// Returns whether this is a name that `name` returns.
    package static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
    }

    /// Writes the content.
    ///
    /// - Parameters:
    ///   - before: what the content takes the place of.
    ///   - isDurable: whether the content is on the disk when this returns.
    package init(
        bytes: [UInt8],
        for place: WritableTree.Place,
        draft: String = Self.name(),
        over before: Before = .anything,
        isDurable: Bool = false
    ) throws(FileWriter.Failure) {
        self.place = place
        self.draft = draft
        if case .nothing = before { isNew = true } else { isNew = false }
        let status = place.status
        old = status.map { Identity(status: $0) }
        if isNew, status != nil { throw .system(EEXIST) }
        // Read after the identity, so that `moveIntoPlace` sees whatever changes later.
        if case .content(let bytes) = before, place.bytes() != bytes { throw .changed }
        if let status, status.st_mode & S_IFMT != S_IFREG {
            throw .system(status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        // Nobody else reads what the old file hid from them.
        let mode: mode_t = status == nil ? 0o666 : 0o600
        let file = openat(place.folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw .system(errno) }
        do throws(FileWriter.Failure) {
            try FileWriter.write(bytes, to: file)
            // Writing takes away the bits for setting the user, and capabilities.
            if let status { try FileLikeness(of: place, status: status).apply(to: file) }
            if isDurable, fsync(file) != 0, errno != EINVAL { throw .system(errno) }
        } catch {
            close(file)
            discard()
            throw error
        }
        // Closing the file may be the first call that notices a full disk.
        guard close(file) == 0 else {
            let code = errno
            discard()
            throw .system(code)
        }
    }

    /// Replaces the file, if it is still the one that was there before.
    package func moveIntoPlace() throws(FileWriter.Failure) {
        do throws(FileWriter.Failure) {
            guard place.status.map({ Identity(status: $0) }) == old else { throw isNew ? .system(EEXIST) : .changed }
            // Linking fails where somebody made the file in the meantime. Some file systems have no links.
            if isNew, linkat(place.folder, draft, place.folder, place.name, 0) == 0 { return discard() }
            if isNew, errno == EEXIST { throw .system(EEXIST) }
            guard renameat(place.folder, draft, place.folder, place.name) == 0 else { throw .system(errno) }
        } catch {
            discard()
            throw error
        }
    }

    /// Deletes the new content.
    package func discard() { unlinkat(place.folder, draft, 0) }

    /// Which file this is, and when it was last changed.
    private struct Identity: Equatable {
        private let numbers: [Int]

        init(status: stat) {
            let time = status.modified
            numbers = [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
                .map { Int(truncatingIfNeeded: $0) }
        }
    }
}

extension stat {
    /// When the content was last changed.
    var modified: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}
