package import Foundation

/// A folder that the tool may write in.
///
/// This is the one answer to "may this path be written inside this tree", for everything that comes with the tree itself: the
/// paths of its files, and those in its `seam.yml`. A path is written only if it is relative, stays inside, isn't in a
/// repository's `.git`, and has no link on its way or at its end. The folder itself may be reached through a link: a person named
/// it on the command line.
package struct WritableTree: Sendable {
    /// The path of the folder.
    package let root: String

    package init(root: String) {
        self.root = root
    }

    /// Why a path isn't written.
    package enum Refusal: Error, Equatable, Sendable {
        /// The path is absolute, contains `..`, or isn't a path of a file.
        case outside(String)
        /// The path is in a repository's own folder.
        case git(String)
        /// This path in the tree, on the way to the file or the file itself, is a link.
        case link(String)
        /// The system can't open the folders on the way.
        case system(String, code: Int32)

        /// What is the matter, for people.
        package var reason: String {
            switch self {
            case .outside(let path): "\(path) isn't inside of the tree"
            case .git(let path): "\(path) is part of a git repository's own data"
            case .link(let path): "\(path) is a link, and seam doesn't write through links"
            case .system(let path, let code): "\(path): \(String(cString: strerror(code)))"
            }
        }
    }

    /// Returns why a file or folder may not be written; nil if it may, whether it exists or not.
    package func refusal(for path: String) -> Refusal? {
        do throws(Refusal) {
            _ = try place(of: path)
            return nil
        } catch {
            if case .system(_, ENOENT) = error { return nil }
            return error
        }
    }

    /// Returns whether an absolute path is in the tree, or leads through it: by a link of the tree, for example. What is there may
    /// be what somebody put into the tree.
    package func isOnTheWay(to path: String) -> Bool {
        guard let root = Self.real(root) else { return false }
        let names = path.split(separator: "/")
        var way = ""
        return names.indices.contains { index in
            way += "/" + names[index]
            guard let place = Self.real(way) else { return false }
            // Nobody can put anything in the place of the folder around the tree.
            if place == root { return index + 1 == names.count || names[index + 1] != ".." }
            return place.hasPrefix(root == "/" ? root : root + "/")
        }
    }

    /// Returns the folders around a path that are git repositories, the inner ones first. A folder at the path counts.
    package static func repositories(around path: String) -> [String] {
        let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
        let folders = sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
        return folders.map(\.path).filter { FileManager.default.fileExists(atPath: $0 + "/.git") }
    }

    /// Returns a path without links; nil if there is nothing at it.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Opens the folder that holds the file at a path.
    ///
    /// The folders on the way are opened one after the other, none of them through a link, so that nobody can put a link in the
    /// place of one that was already looked at.
    ///
    /// - Parameter makesFolders: whether folders that don't exist are created.
    package func place(of path: String, makingFolders makesFolders: Bool = false) throws(Refusal) -> Place {
        let names = try Self.names(in: path)
        var folder = Foundation.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .system(root, code: errno) }
        var made: [String] = []
        for (index, name) in names.dropLast().enumerated() {
            let part = names[...index].joined(separator: "/")
            if makesFolders, mkdirat(folder, name, 0o777) == 0 { made.append(part) }
            let unmade = makesFolders ? errno : ENOENT
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let code = errno == ENOENT ? unmade : errno
            let isLink = next < 0 && Self.isLink(name, in: folder)
            close(folder)
            guard next >= 0 else { throw isLink ? .link(part) : .system(part, code: code) }
            folder = next
        }
        let name = names[names.count - 1]
        if Self.isLink(name, in: folder) {
            close(folder)
            throw .link(path)
        }
        return Place(path: path, folder: folder, name: name, made: made)
    }

    private static func isLink(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func names(in path: String) throws(Refusal) -> [String] {
        let names = path.split(separator: "/").map(String.init).filter { $0 != "." }
        let isInside = !path.hasPrefix("/") && !names.isEmpty && !names.contains("..") && !path.utf8.contains(0)
        guard isInside else { throw .outside(path) }
        if names.contains(where: isGit) { throw .git(path) }
        return names
    }

    /// Whether a file system may take the name for `.git`: some ignore case, characters that aren't shown, dots and blanks at the
    /// end, or what follows a colon.
    private static func isGit(_ name: String) -> Bool {
        let shown = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        var plain = String(String.UnicodeScalarView(shown)).lowercased().prefix { $0 != ":" }
        while plain.hasSuffix(".") || plain.hasSuffix(" ") { plain.removeLast() }
        return plain == ".git" || plain == "git~1"
    }

    /// The open folder of a file, and the file's name in it.
    package final class Place {
        /// The path of the file, relative to the tree.
        package let path: String
        /// An open folder.
        package let folder: Int32
        package let name: String
        /// The folders, relative to the tree, that were created on the way.
        package let made: [String]

        init(path: String, folder: Int32, name: String, made: [String]) {
            self.path = path
            self.folder = folder
            self.name = name
            self.made = made
        }

        deinit {
            close(folder)
        }

        /// Returns the system's metadata of the file; nil if there is none.
        package var status: stat? {
            var status = stat()
            return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
        }

        /// Returns the content of the file, which isn't read through a link; nil if it can't be read.
        package func bytes() -> [UInt8]? {
            // A pipe or device isn't even opened.
            guard let status, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            return FileReader.bytes(of: file)
        }
    }
}
