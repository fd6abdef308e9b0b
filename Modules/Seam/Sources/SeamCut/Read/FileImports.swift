import SeamKit

/// What a file imports, and what it has to import.
struct FileImports {
    let file: ParsedFile
    let tree: CodeTree

    private var own: String { tree.module(ofFile: file.path) }

    /// Returns the module that the file has to import to use an accessor; nil if it sees the accessor, or the module isn't known.
    func missing(_ instance: InjectedType, of singleton: Singleton) -> String? {
        let isFramework = singleton.shape == .framework
        let module = isFramework ? singleton.module : tree.module(ofFile: instance.accessor.file)
        let name = instance.accessor.expression(in: singleton).firstName
        guard module != own, !file.imports(name, from: module),
            isFramework || !tree.modules.isCompiled(file.path, onlyWith: instance.accessor.file)
        else { return nil }
        // Frameworks export others, and a folder's name may not be that of its module.
        if isFramework { return file.imports.isDisjoint(with: Self.frameworks) ? module : nil }
        return tree.modules.isNamed(module) ? module : nil
    }

    /// Returns the module that the file has to import to name an instance's type; nil if it sees it, or the module's name isn't known.
    func missing(typeOf instance: InjectedType) -> String? {
        guard !instance.isOwnType, let type = tree.type(of: instance) else { return nil }
        let module = tree.module(ofFile: type.file.path)
        guard module != own, !file.imports(tree.outerName(ofType: instance), from: module),
            tree.modules.isNamed(module), !tree.modules.isCompiled(file.path, onlyWith: type.file.path),
            !tree.paths(saying: "_exported", module).map(tree.module(ofFile:)).contains(where: {
                $0 != module && file.imported.contains($0)
            })
        else { return nil }
        return module
    }

    /// Modules of frameworks, which declare no type of the tree.
    static let frameworks: Set<String> = [
        "Foundation", "UIKit", "AppKit", "WatchKit", "SwiftUI", "Combine", "WebKit", "AVFoundation", "AVKit",
        "CoreData", "CoreLocation", "MapKit", "os", "OSLog", "StoreKit", "WidgetKit", "Intents", "IntentsUI",
        "AppIntents", "Dispatch", "UserNotifications", "MessageUI", "SafariServices", "Photos", "PhotosUI",
        "CoreGraphics", "QuartzCore", "Security",
    ]

    /// Modules that export Foundation to each file that imports them.
    static let withFoundation: Set<String> = [
        "Cocoa", "AppKit", "UIKit", "WatchKit", "SwiftUI", "CoreData", "CoreLocation", "MapKit", "WebKit", "StoreKit",
        "AVFoundation",
    ]

    /// The modules that the file imports from packages that aren't in the tree, as far as the manifest of its module lists them.
    var packages: Set<String> {
        let listed = tree.module(own)?.dependencies ?? []
        return file.imports.intersection(listed).filter { tree.module($0) == nil }
    }

    /// Returns the text after `import` for a file that is going to use a name of a module.
    ///
    /// That is the module, or the name alone (`class Shop.Store`) if the file imports others of its names so, or all that it imports
    /// from modules of the tree, or if the module has names that mean something else there, and would be ambiguous.
    ///
    /// - Parameter kind: the word for such an import; nil if a declaration in the tree has it.
    func text(of module: String, naming name: String, kind: String?) -> String {
        let clashes = file.identifiers.contains { said in
            said != name && !file.imports(said, from: module)
                && tree.lastNames.paths(declaring: said).contains {
                    tree.module(ofFile: $0) == module && tree.file($0)?.exported.contains(said) == true
                }
                && file.hasName(said)
        }
        let scoped = file.imported.filter { tree.module($0.firstName).map { $0.origin != .folder } == true }
        let isScoped = !scoped.isEmpty && scoped.allSatisfy { $0.contains(".") }
        let isAlone = clashes || isScoped || file.importsNames(of: module) || isUsuallyAlone(name, of: module)
        let kind = isAlone ? kind ?? tree.type(name, inFile: file.path).flatMap { Self.importKind($0.owner.kind) } : nil
        return kind.map { "\($0) \(module).\(name)" } ?? module
    }

    /// Returns whether most files that import a name's module, and say the name, import only the name.
    private func isUsuallyAlone(_ name: String, of module: String) -> Bool {
        let files = tree.paths(saying: name, module, "import").compactMap(tree.bytes)
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
