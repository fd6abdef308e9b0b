import Foundation

/// The files of a tree that are no Swift and may name its types.
package struct OtherFiles: Sendable {
    private static let ofResources = [".xib", ".storyboard", ".plist"]
    private static let ofDocuments = [".md", ".tutorial"]
    private static let ofTemplates = [".gyb", ".stencil", ".swifttemplate"]
    private static let ofSettings = [".xcconfig"]
    static let endings = ofResources + ofDocuments + ofTemplates + ofSettings

    /// Files that may contain Objective-C.
    package let objectiveC: [String]
    /// Files of Interface Builder, and property lists.
    package let resources: [String]
    package let documents: [String]
    /// What a generator of code makes Swift of.
    package let templates: [String]
    /// Settings of Xcode projects, outside of these.
    package let settings: [String]
    private let root: String

    /// Walks the tree. Vendored folders and build products are left out.
    package init(root: String, include: [String], exclude: [String]) {
        let tree = SourceTree(root: root, include: include, exclude: exclude)
        self.root = root
        objectiveC = tree.objectiveC
        resources = tree.others.filter { path in Self.ofResources.contains(where: path.hasSuffix) }
        templates = tree.others.filter { path in Self.ofTemplates.contains(where: path.hasSuffix) }
        documents = tree.others.filter { path in Self.ofDocuments.contains(where: path.hasSuffix) }
        settings = tree.others.filter { path in Self.ofSettings.contains(where: path.hasSuffix) }
    }

    /// Returns the Swift files among what a map left out, although they belong to the project.
    package func unread(among skipped: [Skipped]) -> [String] {
        skipped.flatMap { skipped -> [String] in
            switch skipped.reason {
            case .build, .vendored, .link: return []
            default: break
            }
            if skipped.path.hasSuffix(".swift") { return [skipped.path] }
            let folder = root + "/" + skipped.path
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".swift") }.map { skipped.path + "/" + $0 }.sorted()
        }
    }
}
