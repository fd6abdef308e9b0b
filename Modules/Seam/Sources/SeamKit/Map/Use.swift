/// One use of a singleton's member, at one place.
public struct Use: Sendable, Equatable, Hashable {
    /// What happens to the member.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Its value is read.
        case read
        /// It is assigned, changed in place or passed `inout`.
        case write
        /// It is called.
        case call
    }

    /// How certain the tool is, the most certain first.
    public enum Certainty: String, Sendable, Hashable, CaseIterable, Comparable {
        /// The declaration was found and is visible from here.
        case resolved
        /// The declaration was found, but a caller or an assignment may put another instance here: a parameter with a default.
        case possible
        /// The names match, but the declaration was not seen, or there are several.
        case byName = "by name"

        private var rank: Int { self == .resolved ? 0 : self == .possible ? 1 : 2 }

        /// Orders by how much is open.
        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
    }

    /// How the singleton is accessed.
    public enum Path: String, Sendable, Hashable, CaseIterable {
        /// Through its accessor, at this place: `AccountService.shared.fetch()`.
        case direct
        /// Through a local constant or variable that holds it.
        case alias
        /// Through a property that holds it.
        case property
        /// Through a parameter whose default value or type it is.
        case parameter
        /// Through a key path.
        case keyPath
        /// Through a property wrapper or a subscript that reads it: `@Setting(\.name) var name`, `Settings[\.name]`.
        case wrapper
        /// Through a cast of the application's or a scene's delegate, at this place: `UIApplication.shared.delegate as! AppDelegate`.
        case cast

        /// Whether the instance is found at this place, and not under another name.
        var isAccess: Bool { self == .direct || self == .cast }
    }

    /// The member of a use that selects no member: the instance is passed, stored, returned or compared.
    public static let instance = "(instance)"

    /// The `Singleton.id` of the used singleton.
    public var singleton: String
    /// Name of the type, as in `Singleton.name`.
    public var type: String
    /// The base name of the member; `Use.instance` if the use is about the instance itself and selects no member.
    public var member: String
    /// What happens to the member.
    public var kind: Kind
    /// How certain the tool is.
    public var certainty: Certainty
    /// How the singleton is accessed.
    public var path = Path.direct
    /// Path of the file, relative to the root of the tree.
    public var file: String
    /// Line on which the expression for the instance begins, counted from 1.
    public var line: Int
    /// Column of that place, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// The offset of that place, in UTF-8 bytes from the start of the file.
    public var offset = 0
    /// Module of the file.
    public var module: String
    /// The type or extension around it, with the types around that; empty at top level.
    public var enclosingType: String
    /// The function, initializer or property around it, with argument labels: `load(_:)`; empty outside of any.
    public var enclosingFunction: String
    /// Whether the file belongs to a test module.
    public var isTest = false
    /// The other modules that compile the file too and in which the place has the same meaning.
    public var alsoIn: [String] = []
    /// The name that this use replaces where it has no value: `account` in `account ?? .shared`; empty elsewhere.
    public var fallbackFor = ""
    /// Whether it is the default value of a parameter: `init(account: Account = .shared)`.
    public var isDefault = false
    /// Whether no instance is around it that could have a property: static functions, and functions outside of types.
    public var isInStaticCode = false
    /// Whether other modules that compile the file find another singleton at this place: there is a use for each.
    public var isDisputed = false
}

extension Use {
    /// Whether the use is in a source of Objective-C.
    public var isObjectiveC: Bool { !file.hasSuffix(".swift") }

    /// The type and function around it: `Cart.load(_:)`; empty at top level.
    package var enclosing: String {
        [enclosingType, enclosingFunction].filter { !$0.isEmpty }.joined(separator: ".")
    }
}
