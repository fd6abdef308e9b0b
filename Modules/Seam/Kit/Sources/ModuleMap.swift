/// Which module each file of a tree belongs to.
struct ModuleMap: Sendable {
    private(set) var modules: [Module] = []
    private var byFile: [String: Int] = [:]
    /// Folders with the module that owns what is below; the longest that fits wins.
    private var byFolder: [String: Claim] = [:]
    private var byFolderName: [String: Int] = [:]

    private struct Claim: Sendable {
        var module: Int
        var exclude: [String]
        var sources: [String]
    }

    private let rootName: String

    /// - Parameters:
    ///   - rootName: the name of the tree's own folder, for files that stand directly in it.
    ///   - packages: manifests by path, outermost first.
    ///   - projects: Xcode projects by path.
    ///   - folders: every folder of the tree that holds Swift files, or has a folder that does.
    init(
        rootName: String,
        packages: [(path: String, manifest: PackageManifest)],
        projects: [(path: String, project: XcodeProject)],
        folders: Set<String>
    ) {
        self.rootName = rootName.isEmpty ? "Root" : rootName
        for (path, manifest) in packages { add(manifest, at: path, folders: folders) }
        for (path, project) in projects { add(project, at: path) }
    }

    private mutating func add(_ manifest: PackageManifest, at path: String, folders: Set<String>) {
        let base = RelativePath.folder(of: path)
        for target in manifest.targets {
            let folder: String?
            if let own = target.path {
                folder = RelativePath.join(base, own)
            } else {
                let candidates = target.defaultFolders.map { RelativePath.join(base, $0) }
                // A package with one target may do without a folder for it.
                let flat = target.kind == .testTarget ? "Tests" : "Sources"
                let only = manifest.targets.count { ($0.kind == .testTarget) == (target.kind == .testTarget) } == 1
                folder =
                    candidates.first { folders.contains($0) }
                    ?? (only ? RelativePath.join(base, flat) : nil).flatMap { folders.contains($0) ? $0 : nil }
            }
            guard let folder else { continue }
            let module = XcodeProject.identifier(target.name)
            if let known = byFolder[folder] {
                // Two manifests over the same sources: the outer one names them, both tell what they depend on.
                if modules[known.module].name == module { merge(target.dependencies, into: known.module) }
                continue
            }
            modules.append(
                Module(
                    name: module,
                    origin: .package,
                    manifest: path,
                    folders: [folder],
                    isTest: target.kind == .testTarget,
                    dependencies: Set(target.dependencies).sorted()
                )
            )
            byFolder[folder] = Claim(
                module: modules.count - 1,
                exclude: target.exclude.map { RelativePath.join(folder, $0) },
                sources: target.sources.map { RelativePath.join(folder, $0) }
            )
        }
    }

    private mutating func add(_ project: XcodeProject, at path: String) {
        let base = RelativePath.folder(of: RelativePath.folder(of: path))
        for target in project.targets {
            let folders = target.folders.map { RelativePath.join(base, $0) }
            let module: Int
            if let known = modules.firstIndex(where: { $0.origin == .xcode && $0.name == target.module }) {
                module = known
                merge(target.dependencies, into: known)
            } else {
                modules.append(
                    Module(
                        name: target.module,
                        origin: .xcode,
                        manifest: path,
                        folders: folders,
                        isTest: target.isTest,
                        dependencies: target.dependencies
                    )
                )
                module = modules.count - 1
            }
            for file in target.files {
                let file = RelativePath.join(base, file)
                // A file of several targets belongs to the first that is no test.
                if let known = byFile[file], !modules[known].isTest || target.isTest { continue }
                byFile[file] = module
            }
            for folder in folders where byFolder[folder] == nil {
                byFolder[folder] = Claim(
                    module: module,
                    exclude: target.exclude.map { RelativePath.join(base, $0) },
                    sources: []
                )
            }
        }
    }

    private mutating func merge(_ dependencies: [String], into module: Int) {
        modules[module].dependencies = Set(modules[module].dependencies).union(dependencies).sorted()
    }

    /// Index of the module of a file; makes a module of the folder where no manifest knows better.
    mutating func module(of file: String) -> Int {
        if let known = byFile[file] { return known }
        var folder = RelativePath.folder(of: file)
        while true {
            if let claim = byFolder[folder], Self.covers(claim, file) { return claim.module }
            if folder.isEmpty { break }
            folder = RelativePath.folder(of: folder)
        }
        return folderModule(of: file)
    }

    private static func covers(_ claim: Claim, _ file: String) -> Bool {
        if claim.exclude.contains(where: { file == $0 || file.hasPrefix($0 + "/") }) { return false }
        return claim.sources.isEmpty || claim.sources.contains { file == $0 || file.hasPrefix($0 + "/") }
    }

    private mutating func folderModule(of file: String) -> Int {
        let folder = file.split(separator: "/").dropLast().first.map(String.init) ?? ""
        if let known = byFolderName[folder] { return known }
        let name = XcodeProject.identifier(folder.isEmpty ? rootName : folder)
        modules.append(
            Module(
                name: name,
                origin: .folder,
                folders: [folder],
                isTest: name.hasSuffix("Tests")
            )
        )
        byFolderName[folder] = modules.count - 1
        return modules.count - 1
    }
}
