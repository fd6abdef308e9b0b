/// Something the whole program can reach without being handed it.
public struct Singleton: Sendable, Equatable {
    /// The shapes that are told apart.
    public enum Shape: String, Sendable, Hashable, CaseIterable {
        /// A type with a static property of its own type: `static let shared = AccountService()`.
        case instance
        /// A type with a static function without arguments that gives its one instance: `AccountService.shared()`.
        case function
        /// A type whose statics are instances of other types: `Services.api`.
        case locator
        /// A global variable that holds a struct of dependencies: `Current.now`.
        case world
        /// A global constant or variable that holds an instance: `let analytics = Analytics()`.
        case global
        /// One of a framework's: `UserDefaults.standard`.
        case framework
        /// Declared outside the tree, and known by the name of its accessor only: `sharedManager()`.
        case elsewhere
    }

    /// A way to reach the instance.
    public struct Accessor: Sendable, Equatable, Hashable {
        /// Name of the property or function.
        public var name: String
        /// Whether it can be replaced from outside its file.
        public var isMutable: Bool
        /// Whether it is called: `shared()`.
        public var isFunction: Bool
        /// Path of the file that declares it; empty for framework ones.
        public var file: String
        /// Line, counted from 1.
        public var line: Int
        /// Column, counted from 1 in UTF-8 bytes.
        public var column: Int

        /// Makes an accessor.
        public init(
            name: String,
            isMutable: Bool = false,
            isFunction: Bool = false,
            file: String = "",
            line: Int = 0,
            column: Int = 0
        ) {
            self.name = name
            self.isMutable = isMutable
            self.isFunction = isFunction
            self.file = file
            self.line = line
            self.column = column
        }
    }

    /// Unique in a map: `Module.Type`; for a global `Module.global`, since a type may have several. Where that is
    /// not enough, as for private declarations of one name, `@` and the file follow.
    public var id: String
    /// Name of the type with the types around it: `Network.Client`. For a global, of the type it holds.
    public var name: String
    /// Module that declares it; for framework ones, the framework's.
    public var module: String
    /// Its shape.
    public var shape: Shape
    /// Ways to reach it, in order of names.
    public var accessors: [Accessor]
    /// Path of the file that declares the type or global; empty for framework ones.
    public var file: String
    /// Line, counted from 1.
    public var line: Int
    /// Column, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// Names of its stored properties, sorted: its state, and what it is made of.
    public var state: [String] = []
    /// For its functions and computed properties, the stored properties they work on, by themselves or by others.
    public var touches: [String: [String]] = [:]

    /// Makes a singleton.
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

    /// Whether a person means it by a name: its type's, with or without the module, its id, or a global's own.
    public func isCalled(_ name: String) -> Bool {
        if name == self.name || name == id || name == "\(module).\(self.name)" { return true }
        guard shape == .global || shape == .world else { return false }
        return accessors.contains { name == $0.name || name == "\(module).\($0.name)" }
    }

    /// Tells those apart whose ids are the same, by the files and, within a file, by the lines they stand in.
    static func distinguish(_ singletons: inout [Singleton]) {
        func extend(_ suffix: (Singleton) -> String) {
            for (_, same) in Dictionary(grouping: singletons.indices, by: { singletons[$0].id })
            where same.count > 1 {
                // A framework's is one, by however many accessors.
                for index in same where !singletons[index].file.isEmpty {
                    singletons[index].id += suffix(singletons[index])
                }
            }
        }
        extend { "@\($0.file)" }
        extend { ":\($0.line)" }
    }
}
