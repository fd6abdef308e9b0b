import Foundation

/// A package manifest as SwiftPM reads it (`swift package dump-package`), with the parts that the rules need.
struct Manifest: Sendable {
    /// The folder of the manifest from the root of the tree; empty for the root manifest.
    var folder: String
    /// The manifest's text, for line numbers.
    var text: String
    var toolsVersion: String
    var platforms: [String]
    var languageModes: [String]
    var packages: [Package]
    var targets: [Target]

    struct Target: Sendable {
        var name: String
        /// The path from the root of the tree.
        var path: String
        var isTest = false
        /// Whether it is a program; a plugin is one too.
        var isExecutable = false
        var exclude: [String] = []
        var dependencies: [Dependency] = []
        /// The settings as text, for example `enableUpcomingFeature(ExistentialAny)`.
        var settings: Set<String> = []

        /// The name for `import`.
        var module: String { name.replacing("-", with: "_") }
    }

    struct Dependency: Hashable, Sendable {
        var name: String
        /// The package of a product; nil for a target of this package.
        var package: String?
        var traits: Set<String> = []

        /// The name for `import`: every product used here has one module with its own name.
        var module: String { name.replacing("-", with: "_") }
    }

    /// A package that this one depends on.
    struct Package: Hashable, Sendable {
        /// The name in `product(name:package:)`.
        var name: String
        /// The package's address and versions, or its folder from the root of the tree.
        var source: String
        var isInTree: Bool
    }

    var path: String { folder.isEmpty ? "Package.swift" : "\(folder)/Package.swift" }

    func target(_ name: String) -> Target? { targets.first { $0.name == name } }

    /// Returns the line on which the declaration of a target starts, or, within it, the first mention of one of its
    /// dependencies; 1 if the text does not contain it in the plain form.
    func line(ofTarget target: String, dependency: String? = nil) -> Int {
        guard let name = text.ranges(of: "name: \"\(target)\"").first(where: { isTargetName(at: $0.lowerBound) })
        else { return 1 }
        var position = name.lowerBound
        if let dependency, let mention = text[position...].firstRange(of: "\"\(dependency)\"") {
            position = mention.lowerBound
        }
        return text[..<position].count { $0.isNewline } + 1
    }

    /// Returns whether `.target(`, `.executableTarget(` or `.testTarget(` precedes `index`.
    private func isTargetName(at index: String.Index) -> Bool {
        String(text[..<index].reversed().drop { $0.isWhitespace }.prefix(6)) == "(tegra"
    }
}

extension Manifest {
    /// Reads the output of `swift package dump-package` for the manifest in `folder` of the tree at `root`.
    init(folder: String, text: String, dump: Data, root: URL) throws {
        let dump = try JSONDecoder().decode(Dump.self, from: dump)
        self.folder = folder
        self.text = text
        toolsVersion = dump.toolsVersion._version
        platforms = dump.platforms.map { "\($0.platformName) \($0.version)" }.sorted()
        languageModes = dump.swiftLanguageVersions ?? []
        packages = dump.dependencies.flatMap { $0.packages(root: root) }
        let names = Set(dump.targets.map(\.name))
        targets = dump.targets.map { $0.target(folder: folder, names: names) }
    }
}

/// The relevant parts of the JSON output.
private struct Dump: Decodable {
    let toolsVersion: ToolsVersion
    let platforms: [Platform]
    let swiftLanguageVersions: [String]?
    let dependencies: [PackageDependency]
    let targets: [Target]

    struct ToolsVersion: Decodable { let _version: String }

    struct Platform: Decodable {
        let platformName: String
        let version: String
    }

    struct PackageDependency: Decodable {
        let fileSystem: [Folder]?
        let sourceControl: [Repository]?

        struct Folder: Decodable {
            let nameForTargetDependencyResolutionOnly: String?
            let identity: String
            let path: String
        }

        struct Repository: Decodable {
            let identity: String
            let location: Location
            let requirement: Requirement

            struct Location: Decodable { let remote: [Remote]? }
            struct Remote: Decodable { let urlString: String }
            struct Requirement: Decodable { let range: [Range]? }
            struct Range: Decodable {
                let lowerBound: String
                let upperBound: String
            }
        }

        func packages(root: URL) -> [Manifest.Package] {
            let inTree = (fileSystem ?? []).map { folder in
                Manifest.Package(
                    name: folder.nameForTargetDependencyResolutionOnly ?? folder.identity,
                    source: folder.path.hasPrefix(root.path + "/")
                        ? String(folder.path.dropFirst(root.path.count + 1)) : folder.path,
                    isInTree: true
                )
            }
            let remote = (sourceControl ?? []).map { repository in
                let url = repository.location.remote?.first?.urlString ?? "?"
                let range = repository.requirement.range?.first.map { "\($0.lowerBound)..<\($0.upperBound)" } ?? "?"
                return Manifest.Package(name: repository.identity, source: "\(url) \(range)", isInTree: false)
            }
            return inTree + remote
        }
    }

    struct Target: Decodable {
        let name: String
        let path: String?
        let type: String
        let exclude: [String]
        let dependencies: [Dependency]
        let settings: [Setting]

        func target(folder: String, names: Set<String>) -> Manifest.Target {
            let isTest = type == "test"
            let place = path ?? "\(isTest ? "Tests" : "Sources")/\(name)"
            return Manifest.Target(
                name: name,
                path: folder.isEmpty ? place : "\(folder)/\(place)",
                isTest: isTest,
                isExecutable: type == "executable" || type == "plugin",
                exclude: exclude,
                dependencies: dependencies.map { $0.dependency(names: names) },
                settings: Set(settings.map(\.description))
            )
        }
    }

    /// A dependency: `{"byName": [name, condition]}`, `{"target": [name, condition]}` or
    /// `{"product": [name, package, aliases, condition]}`.
    struct Dependency: Decodable {
        let byName: [Part?]?
        let target: [Part?]?
        let product: [Part?]?

        enum Part: Decodable {
            case text(String)
            case condition(traits: [String])
            case other

            init(from decoder: any Decoder) throws {
                struct Condition: Decodable { let traits: [String]? }
                if let text = try? String(from: decoder) {
                    self = .text(text)
                } else if let condition = try? Condition(from: decoder) {
                    self = .condition(traits: condition.traits ?? [])
                } else {
                    self = .other
                }
            }
        }

        func dependency(names: Set<String>) -> Manifest.Dependency {
            let parts = byName ?? target ?? product ?? []
            var texts: [String] = []
            var traits: Set<String> = []
            for part in parts {
                switch part {
                case .text(let text): texts.append(text)
                case .condition(let conditions): traits.formUnion(conditions)
                case .other, nil: break
                }
            }
            let name = texts.first ?? "?"
            let isOwn = product == nil && (target != nil || names.contains(name))
            return Manifest.Dependency(
                name: name,
                package: isOwn ? nil : texts.dropFirst().first ?? name,
                traits: traits
            )
        }
    }

    struct Setting: Decodable, CustomStringConvertible {
        let tool: String
        let kind: [String: [String: Value]]
        let condition: Condition?

        struct Condition: Decodable {
            let platformNames: [String]?
            let config: String?
            let traits: [String]?
        }

        enum Value: Decodable {
            case text(String)
            case list([String])

            init(from decoder: any Decoder) throws {
                if let text = try? String(from: decoder) {
                    self = .text(text)
                } else {
                    self = .list(try [String](from: decoder))
                }
            }

            var description: String {
                switch self {
                case .text(let text): text
                case .list(let texts): texts.joined(separator: " ")
                }
            }
        }

        var description: String {
            let names = kind.map { name, values in
                "\(name)(\(values.sorted { $0.key < $1.key }.map(\.value.description).joined(separator: ", ")))"
            }
            let conditions =
                (condition?.platformNames ?? []) + (condition?.traits ?? []).sorted()
                + (condition?.config.map { [$0] } ?? [])
            return (names.sorted() + conditions.map { "if \($0)" }).joined(separator: " ")
        }
    }
}
