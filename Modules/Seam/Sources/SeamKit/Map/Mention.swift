/// A place that names a type.
public struct Mention: Sendable, Equatable, Hashable {
    /// The type's own name, without the types around it.
    public var name: String
    /// What stands before it: `LegacyAccount` in `LegacyAccount.AccountService`.
    public var qualifier = ""
    /// The member behind it; `init` for a call; empty if only the type is named.
    public var member = ""
    /// The declaration around it; empty at top level.
    public var enclosing = ""
    /// The type that the tree declares and Swift's rules lead to from here; nil if there is none, or it isn't certain.
    public var type: DeclaredType?
    /// Line, counted from 1.
    public var line: Int
    /// Column, counted from 1 in UTF-8 bytes.
    public var column: Int

    /// A type that the tree declares.
    public struct DeclaredType: Sendable, Equatable, Hashable {
        /// The module that declares it.
        public var module: String
        /// Its name with the types around it.
        public var path: String
    }
}

extension Mention: FieldArchived {
    package static var blank: Self { Self(name: "", line: 0, column: 0) }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        var found = type ?? DeclaredType(module: "", path: "")
        try archive.field(&name)
        try archive.field(&qualifier)
        try archive.field(&member)
        try archive.field(&enclosing)
        try archive.field(&found.module)
        try archive.field(&found.path)
        try archive.field(&line)
        try archive.field(&column)
        type = found.path.isEmpty ? nil : found
    }
}
