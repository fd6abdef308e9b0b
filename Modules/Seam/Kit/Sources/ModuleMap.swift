/// Which module each file of a tree belongs to.
struct ModuleMap: Sendable {
    private(set) var modules: [Module] = []
    private var byFile: [String: [Int]] = [:]
    /// Folders with the modules that own what is below; the longest that fits wins.
    private var byFolder: [String: [Claim]] = [:]
    private var byFolderName: [String: Int] = [:]
    /// For each module, which of several a file belongs to first: an app before its extensions, those before tests.
    private var ranks: [Int: Int] = [:]

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
            if let known = byFolder[folder]?.first {
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
            byFolder[folder] = [
                Claim(
                    module: modules.count - 1,
                    exclude: target.exclude.map { RelativePath.join(folder, $0) },
                    sources: target.sources.map { RelativePath.join(folder, $0) }
                )
            ]
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
            ranks[module] = min(ranks[module] ?? target.rank, target.rank)
            for file in target.files {
                let file = RelativePath.join(base, file)
                if byFile[file]?.contains(module) != true { byFile[file, default: []].append(module) }
            }
            for folder in folders {
                let known = byFolder[folder] ?? []
                // A package's folder is its own.
                guard !known.contains(where: { $0.module == module || modules[$0.module].origin == .package }) else {
                    continue
                }
                let exclude = target.exclude.map { RelativePath.join(base, $0) }
                byFolder[folder, default: []].append(Claim(module: module, exclude: exclude, sources: []))
            }
        }
    }

    private mutating func merge(_ dependencies: [String], into module: Int) {
        modules[module].dependencies = Set(modules[module].dependencies).union(dependencies).sorted()
    }

    /// Whether the tree has targets at all.
    var hasTargets: Bool { modules.contains { $0.origin != .folder } }

    /// Indices of the modules that compile a file, the one it belongs to first; a module of the folder where no manifest
    /// knows better.
    mutating func modules(of file: String) -> [Int] {
        var found = byFile[file] ?? []
        var folder = RelativePath.folder(of: file)
        while true {
            let claims = (byFolder[folder] ?? []).filter { Self.covers($0, file) }
            if !claims.isEmpty {
                found += claims.map(\.module).filter { !found.contains($0) }
                break
            }
            if folder.isEmpty { break }
            folder = RelativePath.folder(of: folder)
        }
        guard !found.isEmpty else { return [folderModule(of: file)] }
        return found.sorted { left, right in
            let keys = (modules[left].isTest ? 1 : 0, modules[right].isTest ? 1 : 0)
            if keys.0 != keys.1 { return keys.0 < keys.1 }
            return (ranks[left] ?? 0, left) < (ranks[right] ?? 0, right)
        }
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
