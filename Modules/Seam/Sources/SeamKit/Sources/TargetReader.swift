import Foundation

/// Reads the manifests and projects of a tree.
struct TargetReader {
    let root: String

    /// The name of the tree's own folder.
    var rootName: String { URL(fileURLWithPath: root).standardizedFileURL.lastPathComponent }

    /// Returns the targets of the tree, according to its manifests and projects.
    func targets(in tree: SourceTree, files: [String]) -> Targets {
        var problems: [SourceProblem] = []
        var hashes: [String: ContentHash?] = [:]
        let reader = FileReader()
        func read(_ path: String) -> UnsafeBufferPointer<UInt8>? {
            let bytes = reader.read(root + "/" + path, limit: SourceLimits.listSize)
            hashes[path] = bytes.map { ContentHash(of: $0) }
            return bytes
        }
        var packages: [(path: String, manifest: PackageManifest)] = []
        let byDepth = tree.manifests.sorted {
            let depths = ($0.count { $0 == "/" }, $1.count { $0 == "/" })
            return depths.0 == depths.1 ? $0 < $1 : depths.0 < depths.1
        }
        for path in byDepth {
            guard let bytes = read(path), let manifest = Self.timed(bytes, read: PackageManifest.init(parsing:)) else {
                problems.append(SourceProblem(path: path, kind: .manifest, message: "cannot read this manifest"))
                continue
            }
            packages.append((path, manifest))
        }
        var projects: [(path: String, project: XcodeProject)] = []
        var lists: [(path: String, list: TargetList)] = []
        var skipped: [Skipped] = []
        for path in tree.projects {
            guard RelativePath.name(of: path) == "project.pbxproj" else {
                let list = read(path).flatMap { bytes in
                    TargetList.isSpec(path)
                        ? XcodeGenSpec.list(in: String(decoding: bytes, as: UTF8.self), at: path) { other in
                            read(other).map { String(decoding: $0, as: UTF8.self) }
                        } : Self.timed(bytes) { TargetList.list(at: path, bytes: $0) }
                }
                guard let list else { continue }
                lists.append((path, list))
                skipped += list.unread.map { Skipped(path: "\(path): \($0)", reason: .computed) }
                continue
            }
            if let bytes = read(path), let project = Self.timed(bytes, read: XcodeProject.init(parsing:)) {
                projects.append((path, project))
                problems += outside(project, at: path, in: tree)
            } else {
                problems.append(
                    SourceProblem(path: path, kind: .manifest, message: "cannot understand this project")
                )
            }
        }
        let modules = ModuleMap(
            rootName: rootName,
            packages: packages,
            projects: projects,
            lists: lists,
            folders: folders(of: files)
        )
        return Targets(modules: modules, problems: problems, skipped: skipped, read: hashes)
    }

    /// Returns what is read of a file; nil if that is nothing, or takes too long.
    private static func timed<Value: Sendable>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        read: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Value?
    ) -> Value? {
        let copy = Array(bytes)
        return Deadline.value(within: 8, andFor: copy.count) { copy.withUnsafeBufferPointer(read) } ?? nil
    }

    /// Returns a problem if a project compiles sources that are outside of the tree, as other projects' are read by nobody.
    private func outside(_ project: XcodeProject, at path: String, in tree: SourceTree) -> [SourceProblem] {
        let base = RelativePath.folder(of: RelativePath.folder(of: path))
        let named = project.targets.flatMap { target in
            target.files.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".m") || $0.hasSuffix(".mm") } + target.folders
        }
        let places = Set(named.map { $0.hasPrefix("/") ? $0 : RelativePath.join(base, with: $0) }).filter {
            ($0.hasPrefix("/") || $0 == ".." || $0.hasPrefix("../")) && !tree.excluded.contains($0)
        }.sorted()
        guard !places.isEmpty else { return [] }
        let list = places.prefix(3).map { Printable.line($0) }.joined(separator: ", ")
        let more = places.count > 3 ? " and \(places.count - 3) more" : ""
        let message = """
            compiles \(list)\(more) outside of the tree, not read; run seam in a folder around both, or leave it out by its \
            path, with --exclude or `exclude` in seam.yml
            """
        return [SourceProblem(path: path, kind: .unreadable, message: message)]
    }

    /// Returns all folders that contain one of these files, directly or in a subfolder.
    func folders(of files: [String]) -> Set<String> {
        var folders: Set<String> = []
        for file in files {
            var folder = RelativePath.folder(of: file)
            while !folder.isEmpty, folders.insert(folder).inserted { folder = RelativePath.folder(of: folder) }
        }
        return folders
    }
}

/// The targets in the manifests and projects of a tree.
struct Targets: Sendable {
    var modules: ModuleMap
    /// The files that can't be read or understood.
    var problems: [SourceProblem]
    /// What the files compute, so that it isn't known.
    var skipped: [Skipped] = []
    /// The content of each file that was read to find the targets; nil for those that can't be read. Empty if the targets were
    /// stored.
    var read: [String: ContentHash?] = [:]
}

extension Targets: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            modules: try ModuleMap(from: &reader),
            problems: try reader.values(),
            skipped: try reader.values()
        )
    }

    package func write(to writer: inout ArchiveWriter) {
        modules.write(to: &writer)
        writer.write(problems)
        writer.write(skipped)
    }
}
