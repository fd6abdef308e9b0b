import SeamKit
import Synchronization

/// The modules of a tree, and the files that each compiles.
final class TreeModules: Sendable {
    private let modules: [String: Module]
    private let moduleOfFile: [String: String]
    /// The other modules that compile a file too, if there are any.
    private let otherModules: [String: [String]]
    private let files: [SourceFile]
    private let sources: TreeSources
    private let isolations = Mutex<[String: DefaultIsolation]>([:])
    private let outwards = Mutex<[String: Bool]>([:])
    private let checks = Mutex<[String: ActorChecks]>([:])
    private let isolatingDefaults = Mutex<[String: Bool]>([:])

    init(_ map: CodeMap, sources: TreeSources) {
        (files, self.sources) = (map.files, sources)
        // A folder with files that no target compiles may have the name of a target.
        modules = Dictionary(map.modules.map { ($0.name, $0) }) { $0.origin == .folder ? $1 : $0 }
        moduleOfFile = Dictionary(map.files.map { ($0.path, $0.module) }, uniquingKeysWith: { first, _ in first })
        let shared = map.files.filter { !$0.alsoIn.isEmpty }.map { ($0.path, $0.alsoIn) }
        otherModules = Dictionary(shared, uniquingKeysWith: { first, _ in first })
    }

    /// Returns whether a file is in a test module.
    func isTest(_ path: String) -> Bool { modules[moduleOfFile[path] ?? ""]?.isTest ?? false }

    /// Returns the module of a file; empty if the file isn't in the map.
    func module(ofFile path: String) -> String { moduleOfFile[path] ?? "" }

    /// Returns the modules that compile a file.
    func modules(compiling path: String) -> [String] { [module(ofFile: path)] + otherModules[path, default: []] }

    /// Returns whether all modules that compile a file compile another one too.
    func isCompiled(_ path: String, onlyWith other: String) -> Bool {
        let all = modules(compiling: other)
        return modules(compiling: path).allSatisfy(all.contains)
    }

    /// Returns a module of the map.
    func module(_ name: String) -> Module? { modules[name] }

    /// Returns whether code outside of the tree may import a module that compiles a file.
    func isImportedOutside(_ path: String) -> Bool { modules(compiling: path).contains(where: isOutward) }

    /// Returns whether code outside of the tree may import a module: its package has a product that is a library, or nothing says that it is
    /// for an app of the tree.
    private func isOutward(_ name: String) -> Bool {
        if let known = outwards.withLock({ $0[name] }) { return known }
        let result = modules[name].map { !$0.isTest && mayBeImported($0) } ?? true
        outwards.withLock { $0[name] = result }
        return result
    }

    private func mayBeImported(_ module: Module) -> Bool {
        switch module.origin {
        case .package: hasLibrary(module.manifest) && !isNested(module.manifest)
        case .xcode, .xcodeGen, .tuist: !hasApp
        case .bazel, .podspec, .folder: true
        }
    }

    private func hasLibrary(_ manifest: String) -> Bool {
        sources.bytes(manifest).map { WordSearch.contains("library", in: $0) } ?? true
    }

    /// Returns whether a package is one of several in a repository. Other repositories can only depend on the one at its root.
    private func isNested(_ manifest: String) -> Bool {
        let folders = RelativePath.folder(of: manifest).split(separator: "/")
        let isOwn = folders.indices.contains { sources.exists(folders[...$0].joined(separator: "/") + "/.git") }
        guard !folders.isEmpty, !isOwn, sources.exists(".git") else { return false }
        return !sources.exists("Package.swift") || !hasLibrary("Package.swift")
    }

    /// Whether an Xcode project of the tree makes an app.
    private var hasApp: Bool {
        modules.values.contains { module in
            let word: String? =
                switch module.origin {
                case .xcode: "com.apple.product-type.application"
                case .xcodeGen: "application"
                case .tuist: ".app"
                default: nil
                }
            guard let word, let text = sources.bytes(module.manifest) else { return false }
            return String(decoding: text, as: UTF8.self).contains(word)
        }
    }

    /// Returns whether a module has the name by which others import it: a folder that stands for one may have another.
    func isNamed(_ module: String) -> Bool { modules[module].map { $0.origin != .folder } ?? false }

    /// Returns whether code of a module can import another, according to the manifest or, without one, to some import.
    func isSeen(_ module: String, from other: String) -> Bool {
        guard let own = modules[other], module != other else { return true }
        if own.origin == .package { return own.dependencies.contains(module) }
        return files.contains { $0.module == other && sources.file($0.path)?.imports.contains(module) == true }
    }

    /// Returns the default isolation of declarations in a module.
    func defaultIsolation(ofModule name: String) -> DefaultIsolation {
        if let isolation = isolations.withLock({ $0[name] }) { return isolation }
        var result = DefaultIsolation.nonisolated
        if let module = modules[name], !module.manifest.isEmpty, let text = sources.bytes(module.manifest) {
            result =
                [.xcode, .xcodeGen].contains(module.origin)
                ? DefaultIsolation(project: text) : DefaultIsolation(manifest: text, target: name)
        }
        isolations.withLock { [result] in $0[name] = result }
        return result
    }

    /// Returns whether the compiler takes closures of a module for code of the actor around them, unless something says that they are
    /// sent: those of Xcode projects and packages in Swift 5, without strict checks.
    func isLenient(module name: String) -> Bool { checks(ofModule: name) == .minimal }

    /// Returns whether nothing that compiles a file checks which actor reads what Objective-C declares, as long as the code around it says
    /// nothing of actors.
    func leavesObjectiveCUnchecked(_ path: String) -> Bool {
        modules(compiling: path).allSatisfy {
            checks(ofModule: $0) != .complete && defaultIsolation(ofModule: $0) == .nonisolated
        }
    }

    /// What the compiler checks of actors.
    private enum ActorChecks {
        /// What code asks for by its own words.
        case minimal
        /// Also what may be sent.
        case targeted
        /// Everything, or the sources don't say.
        case complete
    }

    private func checks(ofModule name: String) -> ActorChecks {
        if let known = checks.withLock({ $0[name] }) { return known }
        let result = modules[name].map(checks) ?? .complete
        checks.withLock { $0[name] = result }
        return result
    }

    private func checks(of module: Module) -> ActorChecks {
        switch module.origin {
        case .folder, .podspec, .tuist, .bazel: return .complete
        case .xcode, .xcodeGen:
            let versions = settings("SWIFT_VERSION", of: module)
            guard !versions.isEmpty, versions.allSatisfy({ $0.hasPrefix("4") || $0.hasPrefix("5") }) else {
                return .complete
            }
            let named = Set(settings("SWIFT_STRICT_CONCURRENCY", of: module))
            return named.isSubset(of: ["minimal"])
                ? .minimal : named.isSubset(of: ["minimal", "targeted"]) ? .targeted : .complete
        case .package:
            guard let (tools, text) = manifest(of: module) else { return .complete }
            let isPlain = !["trict", ".v6", ".version(", "unsafeFlags"].contains(where: text.contains)
            return tools < 6 && isPlain ? .minimal : .complete
        }
    }

    /// Returns whether, in all that compiles a file, a default argument belongs to the actor of its function (SE-0411): as Swift 6, or
    /// with the feature in an Xcode project.
    func isolatesDefaults(_ path: String) -> Bool {
        modules(compiling: path).allSatisfy { name in
            if let known = isolatingDefaults.withLock({ $0[name] }) { return known }
            let result = modules[name].map(isolatesDefaults) ?? false
            isolatingDefaults.withLock { $0[name] = result }
            return result
        }
    }

    private func isolatesDefaults(_ module: Module) -> Bool {
        switch module.origin {
        case .folder, .podspec, .tuist, .bazel: return false
        case .xcode, .xcodeGen:
            // A configuration that says no version has that of its project.
            let configurations = settingTexts(of: module).flatMap { $0.split(separator: "buildSettings = {") }
                .filter { text in !Self.values(of: "SWIFT_VERSION", in: String(text)).allSatisfy(\.isEmpty) }
            return !configurations.isEmpty
                && configurations.allSatisfy { text in
                    Self.values(of: "SWIFT_VERSION", in: String(text)).allSatisfy { $0.hasPrefix("6") }
                        || text.contains("SWIFT_UPCOMING_FEATURE_ISOLATED_DEFAULT_VALUES = YES")
                }
        case .package:
            // A manifest without an older language has that of its tools.
            guard let (tools, text) = manifest(of: module) else { return false }
            return tools >= 6 && ![".v3", ".v4", ".v5", ".version(", "-swift-version"].contains(where: text.contains)
        }
    }

    /// Returns the version of the tools that a package's manifest asks for, and its text; nil if it asks for none, or if others beside it
    /// are read by other versions (`Package@swift-6.0.swift`).
    private func manifest(of module: Module) -> (tools: Int, text: String)? {
        let beside = sources.names(inFolder: RelativePath.folder(of: module.manifest))
        guard !beside.contains(where: { $0.hasPrefix("Package@swift-") }),
            let text = sources.bytes(module.manifest).map({ String(decoding: $0, as: UTF8.self) }),
            let line = text.split(whereSeparator: \.isNewline).first, line.contains("swift-tools-version"),
            let version = line.split(separator: ":").last.map({ $0.drop(while: \.isWhitespace) })
        else { return nil }
        return Int(version.prefix(while: \.isNumber)).map { ($0, text) }
    }

    /// Returns the values of a build setting in an Xcode project, or one of XcodeGen, and its configuration files.
    private func settings(_ name: String, of module: Module) -> [Substring] {
        settingTexts(of: module).flatMap { Self.values(of: name, in: $0) }
    }

    private func settingTexts(of module: Module) -> [String] {
        let texts = ([module.manifest] + sources.otherFiles.settings).compactMap(sources.bytes)
            .map { String(decoding: $0, as: UTF8.self) }
        // What else a project of XcodeGen includes may say something else.
        return module.origin == .xcodeGen && texts.first?.contains("include:") == true ? [] : texts
    }

    private static func values(of name: String, in text: String) -> [Substring] {
        [" = ", ": "].flatMap { sign in
            text.split(separator: name + sign, omittingEmptySubsequences: false).dropFirst().map { value in
                value.prefix { !$0.isNewline && $0 != ";" }.filter { $0 != "\"" && $0 != "'" }[...]
            }
        }
    }
}
