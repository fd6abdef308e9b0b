/// What `seam.yml` says: which rules hold in a tree.
///
/// Names are as written; `Rules` resolves them against a map.
public struct Configuration: Sendable, Equatable {
    /// The version of the format that this tool reads.
    public static let version = 1
    /// The name of the file, at the root of a tree.
    public static let fileName = "seam.yml"

    /// Path of the baseline, relative to the root of the tree.
    public var baseline: String
    /// Folders that are read although they would be skipped; relative to the root.
    public var include: [String]
    /// Folders and files that are left out; relative to the root.
    public var exclude: [String]
    /// Layers, in the order they are written.
    public var layers: [Layer]
    /// Whether a module may import only those modules of its package that its manifest declares.
    public var declaredImports: Bool
    /// Types that only some may touch.
    public var types: [Restriction]
    /// Members (`AccountService.logOut`, `AccountService.*`) that only some may use.
    public var members: [Restriction]
    /// Sets of modules that may not import each other.
    public var features: [FeatureSet]
    /// How strict the check is where `stages` says nothing.
    public var defaultStage: Stage
    /// How strict the check is by module; the first entry that fits holds, an exact name before a pattern.
    public var stages: [ModuleStage]
    /// Fakes that `seam mocks` writes.
    public var mocks: [MockSet] = []

    /// Makes a configuration; without arguments, one that forbids nothing.
    public init(
        baseline: String = "seam-baseline.yml",
        include: [String] = [],
        exclude: [String] = [],
        layers: [Layer] = [],
        declaredImports: Bool = false,
        types: [Restriction] = [],
        members: [Restriction] = [],
        features: [FeatureSet] = [],
        defaultStage: Stage = .frozen,
        stages: [ModuleStage] = []
    ) {
        self.baseline = baseline
        self.include = include
        self.exclude = exclude
        self.layers = layers
        self.declaredImports = declaredImports
        self.types = types
        self.members = members
        self.features = features
        self.defaultStage = defaultStage
        self.stages = stages
    }
}

extension Configuration {
    /// A name or pattern, with the line it stands on.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
        /// As written.
        public var text: String
        /// Line in `seam.yml`, counted from 1; 0 where there is no file.
        public var line: Int

        /// Makes a name.
        public init(_ text: String, line: Int = 0) {
            self.text = text
            self.line = line
        }

        /// Makes a name that stands in no file.
        public init(stringLiteral value: String) {
            self.init(value)
        }
    }

    /// A group of modules and what they may import.
    public struct Layer: Sendable, Equatable {
        /// Its name, free to choose.
        public var name: Name
        /// Names of modules; `*` stands for any characters.
        public var modules: [Name]
        /// Layers and modules of the tree that it may import; `*` for all.
        public var imports: [Name]
        /// Modules from outside the tree that it may import; nil for all.
        public var external: [Name]?

        /// Makes a layer.
        public init(name: Name, modules: [Name], imports: [Name], external: [Name]? = nil) {
            self.name = name
            self.modules = modules
            self.imports = imports
            self.external = external
        }
    }

    /// A type or member that only some may touch.
    public struct Restriction: Sendable, Equatable {
        /// The type or member.
        public var subject: Name
        /// Modules, layers, or folders (with a `/`) that may.
        public var only: [Name]
        /// Why, for whoever breaks the rule.
        public var because: String?

        /// Makes a restriction.
        public init(_ subject: Name, only: [Name] = [], because: String? = nil) {
            self.subject = subject
            self.only = only
            self.because = because
        }
    }

    /// Modules that may not import each other.
    public struct FeatureSet: Sendable, Equatable {
        /// Names of modules; `*` stands for any characters.
        public var modules: [Name]
        /// Modules among them that the others may import.
        public var except: [Name]
        /// Why, for whoever breaks the rule.
        public var because: String?

        /// Makes a set.
        public init(modules: [Name], except: [Name] = [], because: String? = nil) {
            self.modules = modules
            self.except = except
            self.because = because
        }
    }

    /// How strict the check is in a module.
    public enum Stage: String, Sendable, CaseIterable {
        /// Nothing is checked.
        case off
        /// What the baseline knows passes; anything new fails.
        case frozen
        /// As frozen, and the baseline takes nothing new even when asked to.
        case strict
        /// Everything fails; the baseline excuses nothing.
        case zero
    }

    /// How strict the check is in the modules of one name or pattern.
    public struct ModuleStage: Sendable, Equatable {
        /// Name of a module; `*` stands for any characters.
        public var module: Name
        /// How strict.
        public var stage: Stage

        /// Makes an entry.
        public init(_ module: Name, _ stage: Stage) {
            self.module = module
            self.stage = stage
        }
    }
}

/// What is wrong with a `seam.yml` or a baseline. All problems that could be found, not only the first.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One problem.
    public struct Problem: Sendable, Equatable {
        /// Line, counted from 1; 0 where the whole file is meant.
        public var line: Int
        /// For people.
        public var message: String

        /// Makes a problem.
        public init(line: Int = 0, _ message: String) {
            self.line = line
            self.message = message
        }
    }

    /// Path of the file, as it was given.
    public var file: String
    /// What is wrong, in order of lines.
    public var problems: [Problem]

    /// Makes an error.
    public init(file: String, problems: [Problem]) {
        self.file = file
        self.problems = problems.sorted { ($0.line, $0.message) < ($1.line, $1.message) }
    }

    /// One line a problem: `seam.yml:3: error: ...`.
    public var description: String {
        problems
            .map { $0.line > 0 ? "\(file):\($0.line): error: \($0.message)" : "\(file): error: \($0.message)" }
            .joined(separator: "\n")
    }
}
