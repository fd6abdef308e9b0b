import Foundation

/// Reads the manifests and projects of a tree.
struct TargetReader {
    let root: String

    /// The modules of the tree. What cannot be read is added to the problems.
    func modules(_ tree: SourceTree, files: [String], problems: inout [SourceProblem]) -> ModuleMap {
        let reader = FileReader()
        var packages: [(path: String, manifest: PackageManifest)] = []
        let byDepth = tree.manifests.sorted {
            let depths = ($0.count { $0 == "/" }, $1.count { $0 == "/" })
            return depths.0 == depths.1 ? $0 < $1 : depths.0 < depths.1
        }
        for path in byDepth {
            guard let bytes = reader.read(root + "/" + path), Self.depth(of: bytes) <= SourceLimits.depth else {
                problems.append(SourceProblem(path: path, kind: .manifest, message: "cannot read this manifest"))
                continue
            }
            packages.append((path, PackageManifest(parsing: bytes)))
        }
        var projects: [(path: String, project: XcodeProject)] = []
        for path in tree.projects {
            if let bytes = reader.read(root + "/" + path), let project = XcodeProject(parsing: bytes) {
                projects.append((path, project))
            } else {
                problems.append(
                    SourceProblem(path: path, kind: .manifest, message: "cannot understand this project")
                )
            }
        }
        var folders: Set<String> = []
        for file in files {
            var folder = RelativePath.folder(of: file)
            while !folder.isEmpty, folders.insert(folder).inserted { folder = RelativePath.folder(of: folder) }
        }
        return ModuleMap(
            rootName: URL(fileURLWithPath: root).standardizedFileURL.lastPathComponent,
            packages: packages,
            projects: projects,
            folders: folders
        )
    }

    private static func depth(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var names = NameSet()
        return ByteScanner.sketch(bytes, names: &names).depth
    }
}
