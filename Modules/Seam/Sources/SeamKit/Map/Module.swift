/// A module of the tree under analysis: a target of a build tool, or a folder.
public struct Module: Sendable, Equatable, Hashable {
    /// The source of the information about a module.
    public enum Origin: String, Sendable, Hashable {
        /// A target in a `Package.swift`.
        case package
        /// A target in an Xcode project.
        case xcode
        /// A target in a `project.yml` of XcodeGen.
        case xcodeGen = "xcodegen"
        /// A podspec of CocoaPods.
        case podspec
        /// A target in a `Project.swift` of Tuist.
        case tuist
        /// A target in a `BUILD` file of Bazel.
        case bazel
        /// No manifest covers these files; the module is the folder that contains them.
        case folder
    }

    /// The name for the compiler, as in `import`.
    public var name: String
    /// The source of the information.
    public var origin: Origin
    /// The manifest or project that declares it, relative to the root of the tree; empty for folders.
    public var manifest = ""
    /// Folders of its sources, relative to the root of the tree.
    public var folders: [String] = []
    /// Whether it contains tests.
    public var isTest = false
    /// Names of the modules and products it declares as dependencies, sorted.
    public var dependencies: [String] = []
}
