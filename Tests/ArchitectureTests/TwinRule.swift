/// A small manifest declares its targets in the same way as the root manifest: with the same folders, dependencies, settings,
/// platforms.
enum TwinRule {
    static func violations(root: Manifest, nested: Manifest) -> [Violation] {
        var found: [Violation] = []
        func differ(_ what: String, _ atRoot: [String], _ here: [String], line: Int = 1) {
            guard atRoot != here else { return }
            found.append(
                Violation(
                    path: nested.path,
                    line: line,
                    message: "\(what): [\(here.joined(separator: ", "))], "
                        + "but [\(atRoot.joined(separator: ", "))] in the root manifest"
                )
            )
        }
        differ("tools version", [root.toolsVersion], [nested.toolsVersion])
        differ("platforms", root.platforms, nested.platforms)
        differ("language modes", root.languageModes, nested.languageModes)
        for package in nested.packages where !package.isInTree {
            let atRoot = root.packages.first { $0.name == package.name }
            differ("package '\(package.name)'", atRoot.map { [$0.source] } ?? [], [package.source])
        }
        let inFolder = root.targets.filter { !$0.isTest && $0.path.hasPrefix(nested.folder + "/") }
        differ("targets", inFolder.map(\.name).sorted(), nested.targets.filter { !$0.isTest }.map(\.name).sorted())
        for target in nested.targets {
            guard let twin = root.target(target.name) else { continue }
            let line = nested.line(ofTarget: target.name)
            differ("sources of '\(target.name)'", [twin.path], [target.path], line: line)
            differ("exclusions of '\(target.name)'", twin.exclude, target.exclude, line: line)
            differ("dependencies of '\(target.name)'", names(twin), names(target), line: line)
            differ("settings of '\(target.name)'", twin.settings.sorted(), target.settings.sorted(), line: line)
        }
        return found
    }

    /// Returns dependencies by name: a target of the root is a product of another package here.
    private static func names(_ target: Manifest.Target) -> [String] {
        target.dependencies.map { dependency in
            ([dependency.name] + dependency.traits.sorted().map { "if \($0)" }).joined(separator: " ")
        }
        .sorted()
    }
}
