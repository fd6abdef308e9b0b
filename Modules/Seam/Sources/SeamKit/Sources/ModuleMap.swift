/// The module of each file in a tree.
struct ModuleMap: Sendable {
    private(set) var modules: [Module] = []
    private var byFile: [String: [Int]] = [:]
    /// Folders with the modules that own their contents; the longest matching path wins.
    private var byFolder: [String: [Claim]] = [:]
    private var byFolderName: [String: Int] = [:]
    /// The rank of each module, if several own a file: an app comes before its extensions, and those before tests.
    private var ranks: [Int: Int] = [:]
    /// The modules of Xcode projects, by name.
    private var xcode: [String: Int] = [:]

    private struct Claim: Sendable {
        var module: Int
        var exclude: [PathPattern]
        /// None for all files of the folder.
        var sources: [PathPattern]
    }

    private let rootName: String

    /// - Parameters:
    ///   - rootName: the name of the tree's own folder, for files directly in it.
    ///   - packages: manifests by path, outermost first.
    ///   - projects: Xcode projects by path.
    ///   - lists: what other build tools say, by path.
    ///   - folders: all folders of the tree that contain Swift files, directly or in a subfolder.
    init(
        rootName: String,
        packages: [(path: String, manifest: PackageManifest)],
        projects: [(path: String, project: XcodeProject)],
        lists: [(path: String, list: TargetList)] = [],
        folders: Set<String>
    ) {
        self.rootName = rootName.isEmpty ? "Root" : rootName
        for (path, manifest) in packages { add(manifest, at: path, folders: folders) }
        for (path, project) in projects { add(project, at: path) }
        let known = Set(modules.map(\.name))
        let aliases = Dictionary(lists.flatMap(\.list.targets).map { ($0.alias, $0.module) }) { first, _ in first }
        for (path, list) in lists {
            // A package of Bazel leaves out the packages in it.
            let inner = list.origin == .bazel ? lists.filter { $0.list.origin == .bazel }.map(\.path) : []
            // A manifest or a project says more of a target, if it is there too.
            for target in list.targets where !known.contains(target.module) {
                add(target, of: list, at: path, without: inner.map(RelativePath.folder), aliases: aliases)
            }
        }
    }

    private mutating func add(_ manifest: PackageManifest, at path: String, folders: Set<String>) {
        let base = RelativePath.folder(of: path)
        let tests = manifest.targets.count { $0.kind == .testTarget }
        for target in manifest.targets {
            let folder: String?
            if let own = target.path {
                folder = RelativePath.join(base, with: own)
            } else {
                let candidates = target.defaultFolders.map { RelativePath.join(base, with: $0) }
                // A package with one target doesn't need a folder for it.
                let flat = target.kind == .testTarget ? "Tests" : "Sources"
                let only = (target.kind == .testTarget ? tests : manifest.targets.count - tests) == 1
                folder =
                    candidates.first { folders.contains($0) }
                    ?? (only ? RelativePath.join(base, with: flat) : nil).flatMap { folders.contains($0) ? $0 : nil }
            }
            guard let folder else { continue }
            let module = XcodeProject.identifier(for: target.name)
            if let known = byFolder[folder]?.first {
                // If two manifests have the same sources, the outer one names them, and both list their dependencies.
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
                    exclude: target.exclude.map { PathPattern(RelativePath.join(folder, with: $0), kind: .path) },
                    sources: target.sources.map { PathPattern(RelativePath.join(folder, with: $0), kind: .path) }
                )
            ]
        }
    }

    private mutating func add(_ project: XcodeProject, at path: String) {
        let base = RelativePath.folder(of: RelativePath.folder(of: path))
        for target in project.targets {
            let folders = target.folders.map { RelativePath.join(base, with: $0) }
            let module: Int
            if let known = xcode[target.module] {
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
                xcode[target.module] = module
            }
            ranks[module] = min(ranks[module] ?? target.rank, target.rank)
            for file in target.files {
                let file = RelativePath.join(base, with: file)
                if byFile[file]?.contains(module) != true { byFile[file, default: []].append(module) }
            }
            for folder in folders {
                // A package's folder is its own.
                guard byFolder[folder]?.contains(where: { modules[$0.module].origin == .package }) != true else {
                    continue
                }
                // Each target of a module, such as those of two platforms, leaves out files of its own.
                let exclude = target.exclude.map { PathPattern(RelativePath.join(base, with: $0), kind: .path) }
                byFolder[folder, default: []].append(Claim(module: module, exclude: exclude, sources: []))
            }
        }
    }

    private mutating func add(
        _ target: TargetList.Target,
        of list: TargetList,
        at path: String,
        without folders: [String],
        aliases: [String: String]
    ) {
        let base = RelativePath.folder(of: path)
        let sources = target.sources.map { $0.under(base) }
        let inner = folders.filter { $0 != base && (base.isEmpty || $0.hasPrefix(base + "/")) }
        let exclude = target.exclude.map { $0.under(base) } + inner.map { PathPattern($0, kind: .path) }
        let bases = Set(sources.map(\.folder)).sorted()
        modules.append(
            Module(
                name: target.module,
                origin: list.origin,
                manifest: path,
                folders: bases,
                isTest: target.isTest,
                dependencies: Set(target.dependencies.map { aliases[$0] ?? $0 }).sorted()
            )
        )
        for base in bases {
            byFolder[base, default: []].append(Claim(module: modules.count - 1, exclude: exclude, sources: sources))
        }
    }

    private mutating func merge(_ dependencies: [String], into module: Int) {
        modules[module].dependencies = Set(modules[module].dependencies).union(dependencies).sorted()
    }

    /// Whether the tree has targets.
    var hasTargets: Bool { modules.contains { $0.origin != .folder } }

    /// Returns the indices of the modules that compile a file, the owning one first; a module for the folder if no manifest
    /// lists the file.
    mutating func modules(of file: String) -> [Int] {
        var found = byFile[file] ?? []
        var listed: [Int] = []
        var folder = RelativePath.folder(of: file)
        while true {
            let claims = (byFolder[folder] ?? []).filter { Self.covers($0, file: file) }.map(\.module)
            let owners = claims.filter { [.package, .xcode].contains(modules[$0].origin) }
            found += owners.filter { !found.contains($0) }
            listed += claims.filter { !owners.contains($0) && !listed.contains($0) }
            if !owners.isEmpty || folder.isEmpty { break }
            folder = RelativePath.folder(of: folder)
        }
        // Patterns of several targets may meet in a file. A manifest or a project says more than they do.
        if found.isEmpty { found = listed }
        guard !found.isEmpty else { return [folderModule(of: file)] }
        return found.sorted { left, right in
            let keys = (modules[left].isTest ? 1 : 0, modules[right].isTest ? 1 : 0)
            if keys.0 != keys.1 { return keys.0 < keys.1 }
            return (ranks[left] ?? 0, left) < (ranks[right] ?? 0, right)
        }
    }

    /// Returns the indices of the modules that compile a file under any of its paths, the owning one of the first path first.
    mutating func modules(of file: String, alsoFoundAt others: [String]) -> [Int] {
        var found: [Int] = []
        for path in [file] + others {
            for module in modules(of: path) where !found.contains(where: { modules[$0].name == modules[module].name }) {
                found.append(module)
            }
        }
        // A folder stands for a module only where no target does.
        let targets = found.filter { modules[$0].origin != .folder }
        return targets.isEmpty || !hasTargets ? found : targets
    }

    private static func covers(_ claim: Claim, file: String) -> Bool {
        if claim.exclude.contains(where: { $0.matches(file) }) { return false }
        return claim.sources.isEmpty || claim.sources.contains { $0.matches(file) }
    }

    private mutating func folderModule(of file: String) -> Int {
        let folders = file.split(separator: "/").dropLast()
        // Tests stay tests where no target has them.
        let tests = folders.firstIndex { $0.hasSuffix("Tests") }
        let folder = (tests.map { folders.prefix(through: $0) } ?? folders.prefix(1)).joined(separator: "/")
        if let known = byFolderName[folder] { return known }
        let name = XcodeProject.identifier(for: folder.isEmpty ? rootName : folder)
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

extension ModuleMap: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(rootName)
        writer.write(modules)
        writer.write(byFile.count)
        for (file, modules) in byFile.sorted(by: { $0.key < $1.key }) {
            writer.write(plain: file)
            writer.write(modules)
        }
        writer.write(byFolder.count)
        for (folder, claims) in byFolder.sorted(by: { $0.key < $1.key }) {
            writer.write(folder)
            writer.write(claims.count)
            for claim in claims {
                writer.write(claim.module)
                writer.write(claim.exclude)
                writer.write(claim.sources)
            }
        }
        let ranks = ranks.sorted { $0.key < $1.key }
        writer.write(ranks.map(\.key))
        writer.write(ranks.map(\.value))
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        rootName = try reader.text()
        modules = try reader.values()
        for _ in 0..<(try reader.count()) {
            let file = try reader.plainText()
            byFile[file] = try reader.numbers()
        }
        for _ in 0..<(try reader.count()) {
            let folder = try reader.text()
            var claims: [Claim] = []
            for _ in 0..<(try reader.count()) {
                claims.append(
                    Claim(module: try reader.number(), exclude: try reader.values(), sources: try reader.values())
                )
            }
            byFolder[folder] = claims
        }
        let (ranked, values) = (try reader.numbers(), try reader.numbers())
        ranks = Dictionary(zip(ranked, values), uniquingKeysWith: { first, _ in first })
    }
}
