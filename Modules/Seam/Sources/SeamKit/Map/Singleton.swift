/// Something that the whole program can access without receiving it as a parameter.
public struct Singleton: Sendable, Equatable {
    /// The kinds of singletons that are distinguished.
    public enum Shape: String, Sendable, Hashable, CaseIterable {
        /// A type with a static property of its own type: `static let shared = AccountService()`.
        case instance
        /// A type with a static function without parameters that returns its one instance: `AccountService.shared()`.
        case function
        /// A type whose statics are instances of other types: `Services.api`.
        case locator
        /// A global variable with a struct of dependencies: `Current.now`.
        case world
        /// A global constant or variable with an instance: `let analytics = Analytics()`.
        case global
        /// A framework's singleton: `UserDefaults.standard`.
        case framework
        /// A singleton that is declared outside the tree and known only by the name of its accessor: `sharedManager()`.
        case elsewhere
    }

    /// A way to access the instance.
    public struct Accessor: Sendable, Equatable, Hashable {
        /// Name of the property or function.
        public var name: String
        /// Whether it can be replaced from outside its file.
        public var isMutable = false
        /// Whether it is called: `shared()`.
        public var isFunction = false
        /// Whether it is a function that does the work itself and returns nothing to pass on: `Log.write("...")`.
        var isAction = false
        /// Path of the file that declares it; empty for framework ones.
        public var file = ""
        /// Line, counted from 1.
        public var line = 0
        /// Column, counted from 1 in UTF-8 bytes.
        public var column = 0

        package init(
            name: String,
            isMutable: Bool = false,
            isFunction: Bool = false,
            file: String = "",
            line: Int = 0,
            column: Int = 0
        ) {
            (self.name, self.isMutable, self.isFunction) = (name, isMutable, isFunction)
            (self.file, self.line, self.column) = (file, line, column)
        }
    }

    /// Unique in a map: `Module.Type`; for a global `Module.global`, because a type may have several. If that is not unique, as
    /// for private declarations with the same name, `@` and the file follow.
    public var id: String
    /// The name of the type with the types around it: `Network.Client`. For a global, the name of its type.
    public var name: String
    /// The module that declares it; for a framework's singleton, the framework.
    public var module: String
    /// Its shape.
    public var shape: Shape
    /// The ways to access it, in order of names.
    public var accessors: [Accessor]
    /// The path of the file that declares the type or global; empty for framework singletons.
    public var file: String
    /// Line, counted from 1.
    public var line: Int
    /// Column, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// The names of its stored properties, sorted: its state, and its parts.
    public var state: [String] = []
    /// The stored properties that each function and computed property uses, directly or through others.
    public var touches: [String: [String]] = [:]
    /// The protocol that requires each member, if the tree declares one that the type conforms to.
    public var protocols: [String: String] = [:]

    /// Creates a singleton.
    public init(
        name: String,
        module: String,
        shape: Shape,
        accessors: [Accessor],
        file: String = "",
        line: Int = 0,
        column: Int = 0
    ) {
        self.name = name
        self.module = module
        self.shape = shape
        let own = (shape == .global || shape == .world ? accessors.first?.name : nil) ?? name
        id = module.isEmpty ? own : "\(module).\(own)"
        self.accessors = accessors
        self.file = file
        self.line = line
        self.column = column
    }

    /// Returns whether a person may mean it by a name: its type's name, with or without the module, its id, a global's own name,
    /// or its only accessor as code spells it (`Account.shared`, `Account.shared()`).
    public func isCalled(_ name: String) -> Bool {
        if name == self.name || name == id || name == "\(module).\(self.name)" { return true }
        guard shape == .global || shape == .world else {
            guard shape != .locator, accessors.count == 1 else { return false }
            let own = "\(self.name).\(accessors[0].name)"
            return [own, own + "()", "\(module).\(own)"].contains(name)
        }
        return accessors.contains { name == $0.name || name == "\(module).\($0.name)" }
    }

    /// Makes equal ids unique, by the files and, within a file, by the lines of the declarations.
    static func distinguish(_ singletons: inout [Singleton]) {
        func extend(_ suffix: (Singleton) -> String) {
            for (_, same) in Dictionary(grouping: singletons.indices, by: { singletons[$0].id })
            where same.count > 1 {
                // A framework's singleton is one, even if it has several accessors.
                for index in same where !singletons[index].file.isEmpty {
                    singletons[index].id += suffix(singletons[index])
                }
            }
        }
        extend { "@\($0.file)" }
        extend { ":\($0.line)" }
    }
}
