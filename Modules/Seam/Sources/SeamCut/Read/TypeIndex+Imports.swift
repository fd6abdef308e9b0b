import SeamKit

/// What files have to import.
extension TypeIndex {
    /// Returns the module that a file has to import to use an accessor; nil if it sees the accessor, or the module isn't known.
    func missing(_ instance: InjectedType, of singleton: Singleton, in file: ParsedFile) -> String? {
        let isFramework = singleton.shape == .framework
        let module = isFramework ? singleton.module : self.module(ofFile: instance.accessor.file)
        let name = instance.accessor.expression(in: singleton).firstName
        guard module != self.module(ofFile: file.path), !file.imports(name, from: module) else { return nil }
        // Frameworks export others, and a folder's name may not be that of its module.
        if isFramework { return file.imports.isDisjoint(with: Self.frameworks) ? module : nil }
        return isNamed(module) ? module : nil
    }

    /// Returns the module that a file has to import to name an instance's type; nil if it sees it, or the module's name isn't known.
    func missing(typeOf instance: InjectedType, in file: ParsedFile) -> String? {
        guard !instance.isOwnType, let type = type(of: instance) else { return nil }
        let module = module(ofFile: type.file.path)
        guard module != self.module(ofFile: file.path), !file.imports(outerName(ofType: instance), from: module),
            isNamed(module),
            !paths(saying: "_exported", module).map(self.module(ofFile:)).contains(where: {
                $0 != module && file.imported.contains($0)
            })
        else { return nil }
        return module
    }

    /// Returns the name of an instance's type, or of the outermost type around it; empty if the tree doesn't declare it.
    func outerName(ofType instance: InjectedType) -> String { type(of: instance)?.owner.name.firstName ?? "" }

    /// Returns the module that declares an instance's type; nil if its name isn't known.
    func namedModule(ofType instance: InjectedType) -> String? {
        let module = type(of: instance).map { self.module(ofFile: $0.file.path) }
        return module.flatMap { isNamed($0) ? $0 : nil }
    }

    /// Modules of frameworks, which declare no type of the tree.
    static let frameworks: Set<String> = [
        "Foundation", "UIKit", "AppKit", "WatchKit", "SwiftUI", "Combine", "WebKit", "AVFoundation", "AVKit",
        "CoreData", "CoreLocation", "MapKit", "os", "OSLog", "StoreKit", "WidgetKit", "Intents", "IntentsUI",
        "AppIntents", "Dispatch", "UserNotifications", "MessageUI", "SafariServices", "Photos", "PhotosUI",
        "CoreGraphics", "QuartzCore", "Security",
    ]

    /// Returns the modules with a type of this name, or with another name for one on the level of a file.
    func homes(ofType name: String) -> [(module: String, isPublic: Bool)] {
        let types = declarations(of: name).filter { $0.owner.kind != .extension }.map { ($0.file, $0.owner.modifiers) }
        let aliases = paths(declaring: name).compactMap(file).flatMap { file in
            file.global.memberDecls.filter { $0.aliasName == name }.map { (file, $0.modifierList) }
        }
        return (types + aliases).map { file, modifiers in
            (module(ofFile: file.path), modifiers.says("public", "open"))
        }
    }

    /// Returns the modules that a file imports from packages that aren't in the tree, as far as the manifest of its module lists them.
    func packages(importedIn file: ParsedFile) -> Set<String> {
        let listed = module(self.module(ofFile: file.path))?.dependencies ?? []
        return file.imports.intersection(listed).filter { module($0) == nil }
    }

    /// Returns whether a file says a name that imports none of these modules.
    func isSaid(_ name: String, without modules: Set<String>) -> Bool {
        paths(saying: name).contains { path in
            guard let file = file(path) else { return false }
            return file.imports.isDisjoint(with: modules) && file.hasName(name)
        }
    }

    private func isNamed(_ module: String) -> Bool { self.module(module).map { $0.origin != .folder } ?? false }

    /// Returns the text after `import` in a file that is going to use a name of a module.
    ///
    /// That is the module, or the name alone (`class Shop.Store`) if the file imports others of its names so, or all that it imports
    /// from modules of the tree, or if the module has names that mean something else there, and would be ambiguous.
    ///
    /// - Parameter kind: the word for such an import; nil if a declaration in the tree has it.
    func importText(of module: String, naming name: String, kind: String?, in file: ParsedFile) -> String {
        let clashes = file.identifiers.contains { said in
            said != name && !file.imports(said, from: module)
                && paths(declaring: said).contains {
                    self.module(ofFile: $0) == module && self.file($0)?.exported.contains(said) == true
                }
                && file.hasName(said)
        }
        let own = file.imported.filter { self.module($0.firstName).map { $0.origin != .folder } == true }
        let isScoped = !own.isEmpty && own.allSatisfy { $0.contains(".") }
        let isAlone = clashes || isScoped || file.importsNames(of: module) || isUsuallyAlone(name, of: module)
        let kind = isAlone ? kind ?? type(name, inFile: file.path).flatMap { Self.importKind($0.owner.kind) } : nil
        return kind.map { "\($0) \(module).\(name)" } ?? module
    }

    /// Returns whether most files that import a name's module, and say the name, import only the name.
    private func isUsuallyAlone(_ name: String, of module: String) -> Bool {
        let files = paths(saying: name, module, "import").compactMap(bytes)
        let alone = files.count { !WordSearch.places(of: " \(module).\(name)\n", in: $0[...]).isEmpty }
        let whole = files.count { !WordSearch.places(of: "import \(module)\n", in: $0[...]).isEmpty }
        return alone > 2 && alone > whole
    }

    private static func importKind(_ kind: OwnerDecl.Kind) -> String? {
        switch kind {
        case .class, .actor: "class"
        case .struct: "struct"
        case .enum: "enum"
        case .protocol: "protocol"
        case .extension, .file: nil
        }
    }
}
