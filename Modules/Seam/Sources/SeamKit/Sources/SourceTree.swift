import Foundation

/// The files of a tree that are relevant for an analysis, found without reading them.
package struct SourceTree: Sendable {
    /// The paths of Swift files, relative to the root, sorted.
    package var swiftFiles: [String] = []
    /// The paths of `Package.swift` files, sorted.
    var manifests: [String] = []
    /// The paths of `project.pbxproj` files, sorted.
    var projects: [String] = []
    var skipped: [Skipped] = []
    package var problems: [SourceProblem] = []

    /// Walks the tree at `root`.
    ///
    /// Folders are read once: links are followed after everything else, and only to what was not read by then.
    package init(root: String, include: [String], exclude: [String]) {
        var walk = Walk(root: root, include: Set(include), exclude: Set(exclude))
        walk.run()
        self = walk.tree
        swiftFiles.sort()
        manifests.sort()
        projects.sort()
        skipped.sort { $0.path < $1.path }
        problems.sort { $0.path < $1.path }
    }

    fileprivate init() {}
}

/// One walk over a tree, depth first, without recursion.
private struct Walk {
    private struct Identity: Hashable {
        var device: UInt64
        var node: UInt64
    }

    let root: String
    let include: Set<String>
    let exclude: Set<String>
    var tree = SourceTree()
    private var seen: Set<Identity> = []
    private var folders = [""]
    private var links: [String] = []

    init(root: String, include: Set<String>, exclude: Set<String>) {
        self.root = root
        self.include = include
        self.exclude = exclude
    }

    mutating func run() {
        if let status = Self.status(of: root, following: true) { seen.insert(Self.identity(status)) }
        drain()
        // Breadth first from here on: a link may lead to a folder with links.
        while !links.isEmpty {
            let round = links.sorted()
            links = []
            for link in round { follow(link) }
            drain()
        }
    }

    private mutating func drain() {
        while let folder = folders.popLast() { read(folder) }
    }

    private mutating func read(_ folder: String) {
        guard let stream = opendir(absolute(folder)) else {
            report(folder, "cannot open this folder", errno)
            return
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes -> String? in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name else {
                report(folder, "a name in this folder is not UTF-8")
                continue
            }
            guard name != ".", name != ".." else { continue }
            visit(folder.isEmpty ? name : folder + "/" + name, name: name, type: Int32(entry.pointee.d_type))
        }
    }

    private mutating func visit(_ path: String, name: String, type: Int32) {
        guard !exclude.contains(path) else {
            tree.skipped.append(Skipped(path: path, reason: .excluded))
            return
        }
        switch type {
        case Int32(DT_DIR): visitFolder(path, name: name)
        case Int32(DT_REG): visitFile(path, name: name)
        case Int32(DT_LNK): links.append(path)
        case Int32(DT_UNKNOWN):
            guard let status = Self.status(of: absolute(path), following: false) else {
                return report(path, "cannot look at this", errno)
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: visitFolder(path, name: name)
            case S_IFREG: visitFile(path, name: name)
            case S_IFLNK: links.append(path)
            default: visitOther(path, name: name)
            }
        default: visitOther(path, name: name)
        }
    }

    /// Visits a pipe, a socket or a device. It is never opened, because opening a pipe waits for its other end.
    private mutating func visitOther(_ path: String, name: String) {
        if Self.isSource(name) { report(path, "not a file, but a pipe, a socket or a device") }
    }

    private static func isSource(_ name: String) -> Bool {
        name.hasSuffix(".swift") || name == "project.pbxproj"
    }

    private mutating func report(_ path: String, _ message: String, _ code: Int32? = nil) {
        let reason = code.map { ": \(String(cString: strerror($0)))" } ?? ""
        tree.problems.append(
            SourceProblem(path: path.isEmpty ? "." : path, kind: .unreadable, message: message + reason)
        )
    }

    private mutating func visitFolder(_ path: String, name: String) {
        if !include.contains(path), let reason = SkippedFolder.reason(for: name) {
            // The folders of version control and editors contain no sources; listing them would only hide the others.
            if reason != .build || !name.hasPrefix(".") || name.hasPrefix(".build") {
                tree.skipped.append(Skipped(path: path, reason: reason))
            }
            return
        }
        guard let status = Self.status(of: absolute(path), following: true) else {
            // Its folder may be listed but not opened, or its path is longer than the system supports.
            return report(path, "cannot look into this folder", errno)
        }
        guard seen.insert(Self.identity(status)).inserted else {
            tree.skipped.append(Skipped(path: path, reason: .link))
            return
        }
        folders.append(path)
    }

    private mutating func visitFile(_ path: String, name: String) {
        if name.hasSuffix(".swift") {
            if name == "Package.swift" {
                tree.manifests.append(path)
            } else if !(name.hasPrefix("Package@swift-")) {
                tree.swiftFiles.append(path)
            }
        } else if name == "project.pbxproj" {
            tree.projects.append(path)
        }
    }

    private mutating func follow(_ path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let status = Self.status(of: absolute(path), following: true) else {
            let code = errno
            guard Self.isSource(name) else { return }
            if code == ENOENT || code == ELOOP {
                tree.skipped.append(Skipped(path: path, reason: .outside))
            } else {
                report(path, "cannot follow this link", code)
            }
            return
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || Self.isSource(name) else { return }
        guard isFolder || status.st_mode & S_IFMT == S_IFREG else { return visitOther(path, name: name) }
        guard let target = Self.realPath(absolute(path)), let base = Self.realPath(root) else { return }
        guard target == base || target.hasPrefix(base == "/" ? base : base + "/") else {
            tree.skipped.append(Skipped(path: path, reason: .outside))
            return
        }
        // It points inside the tree: the target is read under its own name, or was skipped under it.
        tree.skipped.append(Skipped(path: path, reason: .link))
    }

    private func absolute(_ path: String) -> String {
        path.isEmpty ? root : root + "/" + path
    }

    private static func status(of path: String, following: Bool) -> stat? {
        var status = stat()
        let result = following ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status : nil
    }

    private static func identity(_ status: stat) -> Identity {
        Identity(device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Folders whose names indicate that their content is not this project's own code.
enum SkippedFolder {
    private static let build: Set<String> = ["DerivedData", "build", "Build", "node_modules"]
    private static let vendored: Set<String> = [
        "Pods", "Carthage", "Vendor", "vendor", "Vendored", "ThirdParty", "third_party", "Third-Party", "3rdparty",
        "SourcePackages",
    ]

    /// Returns why a folder with this name is skipped; nil if it is read.
    static func reason(for name: String) -> Skipped.Reason? {
        if name.hasPrefix(".") { return .build }
        if vendored.contains(name) { return .vendored }
        if build.contains(name) { return .build }
        if name.hasSuffix(".xcassets") || name.hasSuffix(".framework") || name.hasSuffix(".xcframework") {
            return .build
        }
        return nil
    }
}
