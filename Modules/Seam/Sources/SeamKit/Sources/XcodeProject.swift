/// The targets of an Xcode project, read from its `project.pbxproj`.
struct XcodeProject: Equatable, Sendable {
    struct Target: Equatable, Sendable {
        /// The name for the compiler.
        var module: String
        var isTest: Bool
        /// The rank of the target, if several contain a file: apps first, then frameworks and tools, then embedded targets.
        var rank = 0
        /// The files, relative to the project's folder.
        var files: Set<String> = []
        /// The synchronised folders, relative to the project's folder.
        var folders: [String] = []
        /// The files in synchronised folders that are left out.
        var exclude: Set<String> = []
        var dependencies: [String] = []
    }

    var targets: [Target] = []

    /// Reads a project. Returns nil if the bytes are not one.
    init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
        guard let list = PropertyList(parsing: bytes), case .map(let objects)? = list["objects"],
            let root = list["rootObject"]?.string, let project = objects[root]
        else { return nil }
        var paths: [String: String] = [:]
        if let main = project["mainGroup"]?.string {
            let base = project["projectDirPath"]?.string ?? ""
            Self.collectPaths(from: main, base: base, objects: objects, into: &paths)
        }
        let synchronised = paths.keys.filter { objects[$0]?["isa"]?.string == "PBXFileSystemSynchronizedRootGroup" }
            .sorted()
        for id in project["targets"]?.strings ?? [] {
            guard let object = objects[id], object["isa"]?.string == "PBXNativeTarget" else { continue }
            targets.append(
                Self.target(id: id, object: object, objects: objects, paths: paths, synchronised: synchronised)
            )
        }
    }

    /// Walks the groups in a loop and remembers the visited ones, because a damaged project may have cycles.
    private static func collectPaths(
        from root: String,
        base: String,
        objects: [String: PropertyList],
        into paths: inout [String: String]
    ) {
        var open = [(root, base)]
        while let (id, parent) = open.popLast() {
            // Groups in groups without end would have paths that no memory holds.
            guard paths[id] == nil, parent.utf8.count <= TargetList.pathLimit, let object = objects[id] else {
                continue
            }
            let own = object["path"]?.string
            let path: String
            switch object["sourceTree"]?.string {
            case "<group>": path = join(parent, with: own ?? "")
            case "SOURCE_ROOT": path = join(base, with: own ?? "")
            default: path = own ?? ""
            }
            paths[id] = path
            for child in object["children"]?.strings ?? [] { open.append((child, path)) }
        }
    }

    private static func target(
        id: String,
        object: PropertyList,
        objects: [String: PropertyList],
        paths: [String: String],
        synchronised: [String]
    ) -> Target {
        let name = object["name"]?.string ?? ""
        let type = object["productType"]?.string ?? ""
        var target = Target(module: moduleName(of: object, name: name, objects: objects), isTest: type.contains("test"))
        let isEmbedded = ["extension", "watch", "messages"].contains { type.contains($0) }
        target.rank = type == "com.apple.product-type.application" ? 0 : isEmbedded ? 2 : 1
        for phaseID in object["buildPhases"]?.strings ?? [] {
            guard let phase = objects[phaseID], phase["isa"]?.string == "PBXSourcesBuildPhase" else { continue }
            for buildFile in phase["files"]?.strings ?? [] {
                guard let reference = objects[buildFile]?["fileRef"]?.string, let path = paths[reference] else {
                    continue
                }
                target.files.insert(path)
            }
        }
        let own = Set(object["fileSystemSynchronizedGroups"]?.strings ?? [])
        for groupID in synchronised {
            guard let group = objects[groupID], let path = paths[groupID] else { continue }
            if own.contains(groupID) { target.folders.append(path) }
            for setID in group["exceptions"]?.strings ?? [] {
                guard let set = objects[setID], set["target"]?.string == id else { continue }
                let files = (set["membershipExceptions"]?.strings ?? []).map { join(path, with: $0) }
                // For the folder's own targets an exception removes a file, for others it adds one.
                if own.contains(groupID) { target.exclude.formUnion(files) } else { target.files.formUnion(files) }
            }
        }
        for dependency in object["dependencies"]?.strings ?? [] {
            if let other = objects[dependency]?["target"]?.string, let found = objects[other] {
                target.dependencies.append(
                    moduleName(of: found, name: found["name"]?.string ?? "", objects: objects)
                )
            }
        }
        for product in object["packageProductDependencies"]?.strings ?? [] {
            if let name = objects[product]?["productName"]?.string { target.dependencies.append(name) }
        }
        target.dependencies.sort()
        return target
    }

    private static func moduleName(of target: PropertyList, name: String, objects: [String: PropertyList]) -> String {
        let list = target["buildConfigurationList"]?.string.flatMap { objects[$0] }
        for id in list?["buildConfigurations"]?.strings ?? [] {
            let settings = objects[id]?["buildSettings"]
            for key in ["PRODUCT_MODULE_NAME", "PRODUCT_NAME"] {
                if let value = settings?[key]?.string, !value.contains("$") { return identifier(for: value) }
            }
        }
        return identifier(for: name)
    }

    /// Returns a name in the form for the compiler: everything but letters, digits and underscores becomes an underscore.
    static func identifier(for name: String) -> String {
        var result = ""
        for character in name {
            result.append(character.isLetter || character.isNumber || character == "_" ? character : "_")
        }
        if let first = result.first, first.isNumber { result = "_" + result }
        return result
    }

    private static func join(_ base: String, with path: String) -> String {
        let joined = base.isEmpty ? path : path.isEmpty ? base : base + "/" + path
        return (joined.hasPrefix("/") ? "/" : "") + RelativePath.normal(joined)
    }
}

/// Paths with `/`, relative to some folder.
package enum RelativePath {
    /// Returns the path without `.` and, if possible, `..`.
    static func normal(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    static func join(_ base: String, with path: String) -> String {
        normal(base + "/" + path)
    }

    package static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
