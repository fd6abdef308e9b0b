/// The contents of `seam.yml`: the rules of a tree.
///
/// Names are stored as written; `Rules` resolves them against a map.
public struct Configuration: Sendable, Equatable {
    /// The version of the format that this tool reads.
    public static let version = 1
    /// The name of the file, at the root of a tree.
    public static let fileName = "seam.yml"

    /// Path of the baseline, relative to the root of the tree.
    public var baseline = "seam-baseline.yml"
    /// Folders that are read although they would be skipped by default; relative to the root.
    public var include: [String] = []
    /// Folders and files that are left out; relative to the root.
    public var exclude: [String] = []
    /// The layers, in the order in which they are written.
    public var layers: [Layer] = []
    /// Whether a module may only import those modules of its package that its manifest declares.
    public var declaredImports = false
    /// Whether callers that fall back to an accessor are violations.
    public var fallbacks = false
    /// Whether the calls that rely on a default are counted instead, whoever wrote that: `fallbacks: calls`.
    public var countsCalls = false
    /// Restricted types, which only some code may touch.
    public var types: [Restriction] = []
    /// Restricted members (`AccountService.logOut`, `AccountService.*`), which only some code may use.
    public var members: [Restriction] = []
    /// Sets of modules that may not import each other.
    public var features: [FeatureSet] = []
    /// The stage of modules that `stages` doesn't list.
    public var defaultStage = Stage.frozen
    /// The stages by module. The first matching entry applies; an exact name takes precedence over a pattern.
    public var stages: [ModuleStage] = []
    /// The types and files that make everything else, and may use accessors.
    public var roots: [Name] = []
    /// Types and members whose uses are left on purpose, where, and why.
    public var left: [Restriction] = []
    /// How many uses may be left, and when.
    public var goals: [Goal] = []
    /// Fakes that `seam mocks` writes.
    public var mocks: [CodeSet] = []
    /// Code that `seam models` writes.
    public var models: [CodeSet] = []
    /// Services that `seam services` writes.
    public var services: [CodeSet] = []

    /// A configuration without rules.
    public static let empty = Configuration()
}

extension Configuration {
    /// A name or pattern, with its line.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The text as written.
        public var text: String
        /// The line in `seam.yml`, counted from 1; 0 if there is no file.
        public var line: Int

        /// Creates a name.
        public init(_ text: String, line: Int = 0) {
            self.text = text
            self.line = line
        }

        /// Creates a name that is not from a file.
        public init(stringLiteral value: String) {
            self.init(value)
        }
    }

    /// A group of modules, and the modules that it may import.
    public struct Layer: Sendable, Equatable {
        /// The name of the layer.
        public var name: Name
        /// Names of modules; `*` stands for any characters.
        public var modules: [Name]
        /// The layers and modules of the tree that it may import; `*` for all.
        public var imports: [Name]
        /// The modules from outside the tree that it may import; nil for all.
        public var external: [Name]?
    }

    /// A type or member that only some code may touch.
    public struct Restriction: Sendable, Equatable {
        /// The type or member.
        public var subject: Name
        /// The modules, layers or folders (with a `/`) that may touch it.
        public var only: [Name]
        /// The reason, which is shown with each violation.
        public var because: String?

        /// Creates a restriction.
        public init(subject: Name, only: [Name] = [], because: String? = nil) {
            self.subject = subject
            self.only = only
            self.because = because
        }
    }

    /// Modules that may not import each other.
    public struct FeatureSet: Sendable, Equatable {
        /// Names of modules; `*` stands for any characters.
        public var modules: [Name]
        /// Modules in the set that the others may import.
        public var except: [Name]
        /// The reason, which is shown with each violation.
        public var because: String?
    }

    /// How strict the check of a module is.
    public enum Stage: String, Sendable, CaseIterable {
        /// Nothing is checked.
        case off
        /// Violations in the baseline pass; new ones fail.
        case frozen
        /// Like `frozen`, but no violation can be added to the baseline.
        case strict
        /// Every violation fails, even if it is in the baseline.
        case zero
    }

    /// The stage of the modules that match a name or pattern.
    public struct ModuleStage: Sendable, Equatable {
        /// Name of a module; `*` stands for any characters.
        public var module: Name
        /// The stage.
        public var stage: Stage

        /// Creates an entry.
        public init(module: Name, stage: Stage) {
            self.module = module
            self.stage = stage
        }
    }
}

extension Configuration {
    /// The restricted types, without the types around them: what a map has to list the mentions of.
    public var restrictedNames: Set<String> {
        Set(types.compactMap { $0.subject.text.split(separator: ".").last.map(String.init) })
    }
}

/// What is wrong with a `seam.yml` or a baseline. All problems that could be found, not only the first.
public struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One problem.
    public struct Problem: Sendable, Equatable {
        /// The line, counted from 1; 0 for a problem with the whole file.
        public var line: Int
        /// A text for people.
        public var message: String

        /// Creates a problem.
        public init(line: Int = 0, message: String) {
            self.line = line
            self.message = message
        }
    }

    /// The path of the file, as it was passed in.
    public var file: String
    /// The problems, in order of lines.
    public var problems: [Problem]

    /// Creates an error.
    public init(file: String, problems: [Problem]) {
        self.file = file
        self.problems = problems.sorted { ($0.line, $0.message) < ($1.line, $1.message) }
    }

    /// The problems, one on each line: `seam.yml:3: error: ...`.
    public var description: String {
        problems
            .map { $0.line > 0 ? "\(file):\($0.line): error: \($0.message)" : "\(file): error: \($0.message)" }
            .joined(separator: "\n")
    }
}
