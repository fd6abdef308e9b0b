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

extension Mention: Archived {
    package func write(to writer: inout ArchiveWriter) {
        for text in [name, qualifier, member, enclosing, type?.module ?? "", type?.path ?? ""] { writer.write(text) }
        writer.write(line)
        writer.write(column)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            name: try reader.text(),
            qualifier: try reader.text(),
            member: try reader.text(),
            enclosing: try reader.text(),
            type: try DeclaredType(from: &reader),
            line: try reader.number(),
            column: try reader.number()
        )
    }
}

extension Mention.DeclaredType {
    /// Nil for two empty texts.
    fileprivate init?(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(module: try reader.text(), path: try reader.text())
        if path.isEmpty { return nil }
    }
}
