import Foundation

/// A folder that only its owner can enter: for state, and for what is in the way for a moment.
///
/// Everything that the tool creates outside of a tree is created here: exclusively, with mode 0700 for folders and 0600 for
/// files, and under names that nobody can guess.
package struct PrivateFolder: Sendable {
    /// Why there is no such folder.
    package struct Failure: Error, Equatable {
        /// The path, and what is the matter with it.
        package let reason: String

        fileprivate init(path: String, reason: String) {
            self.reason = "\(path): \(reason)"
        }

        fileprivate init(path: String, code: Int32) {
            self.init(path: path, reason: String(cString: strerror(code)))
        }
    }

    /// The path of the folder.
    package let path: String
    private let handle: Handle

    /// The open folder. What is at its path may be exchanged; this stays the folder that was looked at.
    private final class Handle: Sendable {
        let number: Int32

        init(number: Int32) { self.number = number }

        deinit { close(number) }
    }

    private init(path: String) throws(Failure) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            throw Failure(
                path: path,
                reason: errno == ELOOP || errno == ENOTDIR ? "is a link or a file" : String(cString: strerror(errno))
            )
        }
        self.path = path
        handle = Handle(number: folder)
    }

    /// Creates a new folder for a moment, in `TMPDIR` or `/tmp`. Whoever creates it deletes it.
    package static func temporary(
        for purpose: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) -> PrivateFolder {
        let base = try temporaryBase(in: environment)
        var path = Array("\(base)/seam-\(purpose)-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw Failure(path: base, code: errno) }
        return try PrivateFolder(
            path: String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
    }

    /// Creates a new empty file that remains, in `TMPDIR` or `/tmp`, and returns its path.
    package static func temporaryFile(
        for purpose: String,
        ending: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) -> String {
        let base = try temporaryBase(in: environment)
        var path = Array("\(base)/seam-\(purpose)-XXXXXX\(ending)".utf8CString)
        let file = mkstemps(&path, Int32(ending.utf8.count))
        guard file >= 0 else { throw Failure(path: base, code: errno) }
        close(file)
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A relative path would be one in the folder that the tool was started in, which may be somebody else's.
    ///
    /// Whoever may exchange what is in the folder could put a link in the place of what the tool creates there.
    private static func temporaryBase(in environment: [String: String]) throws(Failure) -> String {
        let folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var status = stat()
        guard stat(folder, &status) == 0 else { throw Failure(path: folder, code: errno) }
        let isOwn = [0, geteuid()].contains(status.st_uid) && status.st_mode & 0o002 == 0
        guard isOwn || status.st_mode & S_ISVTX != 0 else {
            throw Failure(path: folder, reason: "others may exchange what is in it; set TMPDIR to a folder of your own")
        }
        return folder
    }

    /// Opens the folder for the tool's state: `XDG_STATE_HOME`, else `.local/state` in the home folder.
    ///
    /// - Parameters:
    ///   - tree: the tree that the state is about. A folder in it, or in a repository around it, isn't the user's own: anybody may
    ///     have written what is there.
    ///   - isCreated: whether the folder is created if there is none.
    ///
    /// A relative path in a variable doesn't count, as the XDG Base Directory Specification says.
    package static func state(
        outside tree: String,
        isCreated: Bool = true,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) -> PrivateFolder {
        func folder(named name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = folder(named: "HOME") ?? getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) }
        guard let base = folder(named: "XDG_STATE_HOME") ?? home.map({ $0 + "/.local/state" }) else {
            throw Failure(path: "HOME", reason: "not set, so there is no folder for state")
        }
        let path = base + "/seam-cut"
        let trees = [tree] + WritableTree.repositories(around: tree)
        // A home folder can be a repository.
        let isForeign = trees.map { WritableTree(root: $0) }.contains { tree in
            tree.isOnTheWay(to: path) && !(home.map(tree.isOnTheWay) ?? false)
        }
        guard !isForeign else { throw Failure(path: path, reason: "is in the tree, where anybody may have put it") }
        guard isCreated else { return try own(at: path) }
        do {
            try FileManager.default.createDirectory(
                atPath: base,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure(path: base, reason: "can't be created; XDG_STATE_HOME names another folder for state")
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure(path: path, code: errno) }
        return try own(at: path)
    }

    /// Opens the folder at a path, which has to be this user's, and one in which nobody else can write.
    private static func own(at path: String) throws(Failure) -> PrivateFolder {
        let folder = try PrivateFolder(path: path)
        var status = stat()
        guard fstat(folder.handle.number, &status) == 0 else { throw Failure(path: path, code: errno) }
        guard status.st_uid == geteuid() else { throw Failure(path: path, reason: "belongs to another user") }
        guard status.st_mode & 0o022 == 0 else {
            throw Failure(path: path, reason: "others can write in it; delete it")
        }
        guard status.st_mode & 0o077 == 0 || fchmod(folder.handle.number, 0o700) == 0 else {
            throw Failure(path: path, code: errno)
        }
        return folder
    }

    /// Creates or replaces a file in the folder, which is on the disk when this returns.
    package func write(_ bytes: [UInt8], to name: String) throws(FileWriter.Failure) {
        removeOldDrafts()
        let file = StagedFile.name()
        let folder = handle.number
        let descriptor = openat(folder, file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        do throws(FileWriter.Failure) {
            defer { close(descriptor) }
            try FileWriter.write(bytes, to: descriptor)
            guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system(errno) }
        } catch {
            remove(file)
            throw error
        }
        guard renameat(folder, file, folder, name) == 0 else {
            let code = errno
            remove(file)
            throw .system(code)
        }
        fsync(folder)
    }

    /// Deletes what processes were writing an hour ago, and didn't end because they were killed.
    private func removeOldDrafts() {
        for name in names where StagedFile.isName(name) {
            var status = stat()
            let isThere = fstatat(handle.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            if isThere, time(nil) - status.modified.tv_sec > 3600 { remove(name) }
        }
    }

    /// Writes a file below the folder, and the folders on the way. What is there stays; nothing waits for the disk.
    ///
    /// - Parameter file: relative to the folder, without `..`. Nothing in the folder is a link, because nobody else writes here.
    /// - Returns: whether the file is there now.
    package func add(_ bytes: [UInt8], at file: String) -> Bool {
        let target = "\(path)/\(file)"
        let folder = target[..<(target.lastIndex(of: "/") ?? target.endIndex)]
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var descriptor = open(target, flags, 0o600)
        if descriptor < 0, errno == ENOENT {
            try? FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
            descriptor = open(target, flags, 0o600)
        }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        do throws(FileWriter.Failure) {
            try FileWriter.write(bytes, to: descriptor)
            return true
        } catch {
            unlink(target)
            return false
        }
    }

    /// Deletes a file that `add` wrote, and the folders that are empty then.
    package func delete(_ file: String) {
        var place = file[...]
        unlink("\(path)/\(place)")
        while let slash = place.lastIndex(of: "/") {
            place = place[..<slash]
            guard rmdir("\(path)/\(place)") == 0 else { return }
        }
    }

    /// Returns the content of a file in the folder that this user wrote; nil if there is none.
    package func read(_ name: String) -> [UInt8]? {
        let file = openat(handle.number, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else { return nil }
        return FileReader.bytes(of: file)
    }

    /// Whether there is a file, or something in its place.
    package func contains(_ name: String) -> Bool {
        var status = stat()
        return fstatat(handle.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// The names of the files in the folder.
    package var names: [String] {
        let folder = openat(handle.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return [] }
        guard let stream = fdopendir(folder) else {
            close(folder)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Deletes a file of the folder.
    package func remove(_ name: String) { unlinkat(handle.number, name, 0) }

    /// Deletes the folder with everything in it.
    package func removeAll() { try? FileManager.default.removeItem(atPath: path) }
}
