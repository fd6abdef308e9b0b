/// One use of a singleton's member, at one place.
public struct Use: Sendable, Equatable, Hashable {
    /// What happens to the member.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Its value is taken.
        case read
        /// It is assigned, changed in place or passed `inout`.
        case write
        /// It is called.
        case call
    }

    /// How sure the tool is.
    public enum Certainty: String, Sendable, Hashable, CaseIterable {
        /// The declaration was found and is visible from here.
        case resolved
        /// The names fit; the declaration was not seen, or there are several.
        case byName = "by name"
    }

    /// How the singleton is reached.
    public enum Path: String, Sendable, Hashable, CaseIterable {
        /// By its accessor, here: `AccountService.shared.fetch()`.
        case direct
        /// By a local constant or variable that holds it.
        case alias
        /// By a property that holds it.
        case property
        /// By a parameter whose default it is, or that has its type.
        case parameter
        /// By a key path.
        case keyPath
    }

    /// The member of a use that selects none: the instance is passed, stored, returned or compared.
    public static let instance = "(instance)"

    /// `Singleton.id` of what is used.
    public var singleton: String
    /// Name of the type, as in `Singleton.name`.
    public var type: String
    /// Base name of the member; `Use.instance` where the instance itself is meant and no member of it is selected.
    public var member: String
    /// What happens to the member.
    public var kind: Kind
    /// How sure the tool is.
    public var certainty: Certainty
    /// How the singleton is reached.
    public var path: Path
    /// Path of the file, relative to the root of the tree.
    public var file: String
    /// Line on which the expression for the instance begins, counted from 1.
    public var line: Int
    /// Column of that place, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// Module of the file.
    public var module: String
    /// The type or extension around it, with the types around that; empty at top level.
    public var enclosingType: String
    /// The function, initializer or property around it, with argument labels: `load(_:)`; empty outside of any.
    public var enclosingFunction: String
    /// Whether the file belongs to a test module.
    public var isTest: Bool
    /// Other modules that compile the file too and in which the place means the same.
    public var alsoIn: [String] = []
    /// Whether other modules that compile the file read another singleton at this place: it has a use for each.
    public var isDisputed = false

    /// Makes a use.
    public init(
        singleton: String,
        type: String,
        member: String,
        kind: Kind,
        certainty: Certainty,
        path: Path = .direct,
        file: String,
        line: Int,
        column: Int,
        module: String,
        enclosingType: String,
        enclosingFunction: String,
        isTest: Bool = false
    ) {
        self.singleton = singleton
        self.type = type
        self.member = member
        self.kind = kind
        self.certainty = certainty
        self.path = path
        self.file = file
        self.line = line
        self.column = column
        self.module = module
        self.enclosingType = enclosingType
        self.enclosingFunction = enclosingFunction
        self.isTest = isTest
    }
}
