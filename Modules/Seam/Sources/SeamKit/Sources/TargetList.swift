/// Targets that a build tool's file names, with their sources as patterns: XcodeGen, CocoaPods, Tuist or Bazel.
struct TargetList: Sendable {
    struct Target: Sendable {
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

    /// The number of sources that a target may list one by one.
    static let limit = 20_000
    /// The length that a path may have, in bytes; more is no path of any system.
    static let pathLimit = 4096

    /// Whether a file is a specification for XcodeGen, which may include others.
    static func isSpec(_ path: String) -> Bool {
        ["project.yml", "project.yaml"].contains(RelativePath.name(of: path))
    }

    /// Returns the targets that another file names; nil if it is none of these tools'.
    static func list(at path: String, bytes: UnsafeBufferPointer<UInt8>) -> Self? {
        let name = RelativePath.name(of: path)
        switch name {
        case "Project.swift": return TuistProject.list(in: bytes)
        case "BUILD", "BUILD.bazel": return BazelFile.list(in: String(decoding: bytes, as: UTF8.self), at: path)
        default:
            return name.hasSuffix(".podspec")
                ? Podspec.list(in: String(decoding: bytes, as: UTF8.self), file: name) : nil
        }
    }

    /// Whether a file with this name may name targets.
    static func isNamed(_ name: String) -> Bool {
        ["project.yml", "project.yaml", "Project.swift", "BUILD", "BUILD.bazel"].contains(name)
            || name.hasSuffix(".podspec")
    }
}
