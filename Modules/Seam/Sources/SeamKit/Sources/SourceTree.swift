import Foundation

/// The files of a tree that are relevant for an analysis, found without reading them.
///
/// Links are followed as a build follows them, also out of the tree. A file that is reached by several paths is listed once: under
/// its own path if that is in the tree, else under that of its first link.
package struct SourceTree: Sendable {
    /// The paths of Swift files, relative to the root, sorted.
    package var swiftFiles: [String] = []
    /// The paths of `Package.swift` files, sorted.
    var manifests: [String] = []
    /// The paths of files that may name targets besides manifests, sorted.
    var projects: [String] = []
    /// The paths of files that may contain Objective-C, sorted.
    var objectiveC: [String] = []
    /// The paths of resources and documents that may name types, sorted.
    var others: [String] = []
    /// The files that a link leads to, which are read and never written.
    var linked: Set<String> = []
    /// The other paths under which a build finds a file, sorted.
    var otherPaths: [String: [String]] = [:]
    var skipped: [Skipped] = []
    package var problems: [SourceProblem] = []
    /// The paths that a person leaves out. They may be outside of the tree, if a project names files there.
    private(set) var excluded: Set<String> = []

    /// The number of files and folders that are looked at through links. A link may lead to the whole disk.
    static let linkLimit = 100_000

    /// Walks the tree at `root`.
    ///
    /// - Parameter linkLimit: the number of files and folders to look at through links.
    init(root: String, include: [String], exclude: [String], linkLimit: Int) {
        var walk = Walk(root: root, include: Set(include), exclude: Set(exclude), linkLimit: linkLimit)
        walk.run()
        self = walk.tree
        excluded = Set(exclude)
        swiftFiles.sort()
        manifests.sort()
        projects.sort()
        // Only a project of XcodeGen includes others.
        let hasSpec = projects.contains { ["project.yml", "project.yaml"].contains(RelativePath.name(of: $0)) }
        if !hasSpec { projects.removeAll { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") } }
        objectiveC.sort()
        others.sort()
        otherPaths = otherPaths.mapValues { $0.sorted() }
        skipped = Set(skipped).sorted { ($0.path, $0.reason.rawValue) < ($1.path, $1.reason.rawValue) }
        problems.sort { $0.path < $1.path }
    }

    package init(root: String, include: [String], exclude: [String]) {
        self.init(root: root, include: include, exclude: exclude, linkLimit: Self.linkLimit)
    }

    fileprivate init() {}

    /// Returns whether an analysis reads files of this name.
    package static func reads(_ name: String) -> Bool { Walk.isRead(name) }

    /// All paths of some files under which a build finds them.
    func allPaths(of files: [String]) -> [String] { files + files.flatMap { otherPaths[$0] ?? [] } }
}

/// One walk over a tree, without recursion: first over everything that is no link, and then through the links.
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
    /// The path of the root without links; nil during the first part of the walk.
    private var base: String?
    /// The paths without links of the folders that are read through links.
    private var targets: [String: String] = [:]
    /// The links that lead to the folders that are read through links.
    private var origins: [String: String] = [:]
    /// The paths of the links that were reported, without links on the way.
    private var told: Set<String> = []
    /// The listed path of each file, by its path without links.
    private var listed: [String: String] = [:]
    /// The number of files and folders that may still be looked at through links.
    private var room: Int

    init(root: String, include: Set<String>, exclude: Set<String>, linkLimit: Int) {
        self.root = root
        self.include = include
        self.exclude = exclude
        room = linkLimit
    }

    mutating func run() {
        if let status = Self.status(of: root, following: true) { seen.insert(Self.identity(of: status)) }
        drain()
        guard !links.isEmpty, let base = Self.realPath(of: root) else { return }
        self.base = base
        for path in tree.swiftFiles + tree.manifests + tree.projects + tree.objectiveC + tree.others {
            listed[base + "/" + path] = path
        }
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
            report(folder, message: "cannot open this folder", code: errno)
            return
        }
        defer { closedir(stream) }
        // Folders behind links are read in the order of names: the first path of a file is the one that is listed.
        var entries: [(path: String, name: String, type: Int32)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes -> String? in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name else {
                report(folder, message: "a name in this folder is not UTF-8")
                continue
            }
            guard name != ".", name != ".." else { continue }
            if base != nil {
                room -= 1
                guard room >= 0 else { return reportRoom(folder) }
            }
            entries.append((folder.isEmpty ? name : folder + "/" + name, name, Int32(entry.pointee.d_type)))
        }
        if base != nil { entries.sort { $0.name < $1.name } }
        for entry in entries { visit(entry.path, name: entry.name, type: entry.type) }
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
                return report(path, message: "cannot look at this", code: errno)
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
        guard Self.isSource(name) || Self.isObjectiveC(name) else { return }
        report(path, message: "not a file, but a pipe, a socket or a device")
    }

    private static func isSource(_ name: String) -> Bool {
        name.hasSuffix(".swift") || name == "project.pbxproj"
    }

    /// Whether a file may name targets. A `project.yml` can include any YAML file.
    private static func isList(_ name: String) -> Bool {
        TargetList.isNamed(name) || name.hasSuffix(".yml") || name.hasSuffix(".yaml")
    }

    private static func isObjectiveC(_ name: String) -> Bool {
        ObjectiveCUses.endings.contains(where: name.hasSuffix)
    }

    static func isRead(_ name: String) -> Bool {
        isSource(name) || isList(name) || isObjectiveC(name) || OtherFiles.endings.contains(where: name.hasSuffix)
    }

    private mutating func report(_ path: String, message: String, code: Int32? = nil) {
        let reason = code.map { ": \(String(cString: strerror($0)))" } ?? ""
        tree.problems.append(
            SourceProblem(path: path.isEmpty ? "." : path, kind: .unreadable, message: message + reason)
        )
    }

    private mutating func reportRoom(_ path: String) {
        report(
            path,
            message: "not read: links lead to more files and folders than seam looks at; leave this out with `exclude`"
        )
    }

    /// Returns whether a folder is skipped because of its name, and lists it if it is.
    private mutating func isSkipped(_ path: String, name: String) -> Bool {
        guard !include.contains(path), let reason = SkippedFolder.reason(for: name) else { return false }
        // The folders of version control and editors contain no sources; listing them would only hide the others.
        if reason != .build || !name.hasPrefix(".") || name.hasPrefix(".build") {
            tree.skipped.append(Skipped(path: path, reason: reason))
        }
        return true
    }

    private mutating func visitFolder(_ path: String, name: String) {
        if isSkipped(path, name: name) { return }
        guard base == nil else {
            guard let target = realPath(ofFolder: path) else {
                return report(path, message: "cannot look into this folder")
            }
            return enter(path, target: target, link: origins[RelativePath.folder(of: path)] ?? path)
        }
        guard let status = Self.status(of: absolute(path), following: true) else {
            // Its folder may be listed but not opened, or its path is longer than the system supports.
            return report(path, message: "cannot look into this folder", code: errno)
        }
        guard seen.insert(Self.identity(of: status)).inserted else {
            tree.skipped.append(Skipped(path: path, reason: .link))
            return
        }
        folders.append(path)
    }

    private mutating func visitFile(_ path: String, name: String) {
        guard Self.isRead(name), !name.hasPrefix("Package@swift-") else { return }
        if base != nil {
            let folder = RelativePath.folder(of: path)
            let target = targets[folder].map { $0 + "/" + name } ?? Self.realPath(of: absolute(path)) ?? absolute(path)
            if let known = listed[target] {
                tree.otherPaths[known, default: []].append(path)
                // Packages link headers into their folders of public ones.
                if Self.isSource(name) { tree.skipped.append(Skipped(path: origins[folder] ?? path, reason: .link)) }
                return
            }
            listed[target] = path
            tree.linked.insert(path)
        }
        switch name {
        case "Package.swift": tree.manifests.append(path)
        case "project.pbxproj": tree.projects.append(path)
        // It may be of Tuist, or declare a type.
        case "Project.swift":
            tree.projects.append(path)
            tree.swiftFiles.append(path)
        case _ where Self.isList(name): tree.projects.append(path)
        case _ where name.hasSuffix(".swift"): tree.swiftFiles.append(path)
        case _ where Self.isObjectiveC(name): tree.objectiveC.append(path)
        default: tree.others.append(path)
        }
    }

    // MARK: Links

    private mutating func follow(_ path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let status = Self.status(of: absolute(path), following: true) else {
            let code = errno
            // The lock files of some editors are links to nothing, with a dot before the name.
            guard Self.isSource(name), !name.hasPrefix("."), !isTold(path, name: name) else { return }
            switch code {
            case ENOENT: return report(path, message: "a link to nothing")
            case ELOOP: return report(path, message: "a link that leads in a circle")
            default: return report(path, message: "cannot follow this link", code: code)
            }
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || Self.isRead(name) else { return }
        guard isFolder || status.st_mode & S_IFMT == S_IFREG else { return visitOther(path, name: name) }
        guard room > 0 else { return reportRoom(path) }
        guard isFolder else { return visitFile(path, name: name) }
        // Bazel links its products into the tree.
        if !include.contains(path), name.hasPrefix("bazel-") {
            tree.skipped.append(Skipped(path: path, reason: .build))
            return
        }
        if isSkipped(path, name: name) { return }
        guard let target = Self.realPath(of: absolute(path)) else {
            return report(path, message: "cannot follow this link", code: errno)
        }
        guard !isAround(target, path: path) else {
            if !isTold(path, name: name) { tree.skipped.append(Skipped(path: path, reason: .circle)) }
            return
        }
        enter(path, target: target, link: path)
    }

    /// Returns whether a link was reported under another path already.
    private mutating func isTold(_ path: String, name: String) -> Bool {
        let folder = realPath(ofFolder: RelativePath.folder(of: path)) ?? path
        return !told.insert(folder + "/" + name).inserted
    }

    private mutating func enter(_ path: String, target: String, link: String) {
        targets[path] = target
        origins[path] = link
        folders.append(path)
    }

    /// Returns whether a folder is one of those around a path, or has one of them in it: to read it would never end.
    private func isAround(_ target: String, path: String) -> Bool {
        let prefix = target == "/" ? target : target + "/"
        var folder = path
        repeat {
            folder = RelativePath.folder(of: folder)
            guard let around = realPath(ofFolder: folder) else { continue }
            if around == target || around.hasPrefix(prefix) { return true }
        } while !folder.isEmpty
        return false
    }

    /// Returns the path without links of a folder that is being read.
    private func realPath(ofFolder path: String) -> String? {
        if let target = targets[path] { return target }
        if path.isEmpty { return base }
        let folder = RelativePath.folder(of: path)
        return realPath(ofFolder: folder).map { $0 + "/" + RelativePath.name(of: path) }
    }

    private func absolute(_ path: String) -> String {
        path.isEmpty ? root : root + "/" + path
    }

    private static func status(of path: String, following: Bool) -> stat? {
        var status = stat()
        let result = following ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status : nil
    }

    private static func identity(of status: stat) -> Identity {
        Identity(device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
    }

    private static func realPath(of path: String) -> String? {
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
