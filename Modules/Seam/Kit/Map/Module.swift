/// A module of the tree under analysis: a package's target, an Xcode target, or a folder.
public struct Module: Sendable, Equatable, Hashable {
    /// Where the knowledge of a module comes from.
    public enum Origin: String, Sendable, Hashable {
        /// A target in a `Package.swift`.
        case package
        /// A target in an Xcode project.
        case xcode
        /// No manifest covers these files; the module is the folder they are in.
        case folder
    }

    /// What the compiler calls it: what stands after `import`.
    public var name: String
    /// Where the knowledge comes from.
    public var origin: Origin
    /// The manifest or project that declares it, relative to the root of the tree; empty for folders.
    public var manifest: String
    /// Folders of its sources, relative to the root of the tree.
    public var folders: [String]
    /// Whether it holds tests.
    public var isTest: Bool
    /// Names of the modules and products it declares as dependencies, sorted.
    public var dependencies: [String]

    /// Makes a module.
    public init(
        name: String,
        origin: Origin,
        manifest: String = "",
        folders: [String] = [],
        isTest: Bool = false,
        dependencies: [String] = []
    ) {
        self.name = name
        self.origin = origin
        self.manifest = manifest
        self.folders = folders
        self.isTest = isTest
        self.dependencies = dependencies
    }
}
