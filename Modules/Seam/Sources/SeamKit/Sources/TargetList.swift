/// Targets that a build tool's file names, with their sources as patterns: XcodeGen, CocoaPods, Tuist or Bazel.
struct TargetList {
    struct Target {
        /// The name for the compiler.
        var module: String
        /// The name by which other targets depend on it.
        var alias: String
        var isTest = false
        /// The patterns of its files, relative to the file's folder.
        var sources: [PathPattern] = []
        var exclude: [PathPattern] = []
        /// The aliases or modules that it depends on.
        var dependencies: [String] = []

        init(alias: String, module: String? = nil, isTest: Bool = false) {
            self.alias = alias
            self.module = module ?? alias
            self.isTest = isTest
        }
    }

    var origin: Module.Origin
    var targets: [Target] = []
    /// What the file computes, so that it can't be read.
    var unread: [String] = []

    /// Returns the targets that the file at `path` names; nil if it is none of these tools'.
    ///
    /// - Parameter read: returns the text of another file of the tree, by its path.
    static func list(_ path: String, _ bytes: UnsafeBufferPointer<UInt8>, read: (String) -> String?) -> Self? {
        let name = RelativePath.name(of: path)
        switch name {
        case "project.yml", "project.yaml":
            return XcodeGenSpec.list(String(decoding: bytes, as: UTF8.self), at: path, read: read)
        case "Project.swift": return TuistProject.list(bytes)
        case "BUILD", "BUILD.bazel": return BazelFile.list(String(decoding: bytes, as: UTF8.self), at: path)
        default: return name.hasSuffix(".podspec") ? Podspec.list(String(decoding: bytes, as: UTF8.self), name) : nil
        }
    }

    /// Whether a file with this name may name targets.
    static func isNamed(_ name: String) -> Bool {
        ["project.yml", "project.yaml", "Project.swift", "BUILD", "BUILD.bazel"].contains(name)
            || name.hasSuffix(".podspec")
    }
}
