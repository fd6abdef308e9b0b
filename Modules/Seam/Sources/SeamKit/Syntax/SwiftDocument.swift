package import SwiftSyntax

/// A Swift file or text: its declarations, and whether it can be read whole.
///
/// The folder of this file is the only one that knows the trees of swift-syntax. What others ask about code, they ask here.
public struct SwiftDocument: Sendable, Hashable {
    /// The path that problems name, relative to the root of the tree.
    public let path: String
    /// The content.
    public let text: String
    /// The tree of the content; nil if it exceeds the limits of sources.
    package let tree: SourceFileSyntax?

    /// Creates a document, and parses it.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
        tree = SourceParser.tree(of: text)
    }

    /// Creates a document, and parses it.
    ///
    /// - Parameter bytes: UTF-8.
    package init(path: String, bytes: UnsafeBufferPointer<UInt8>) {
        self.path = path
        text = String(decoding: bytes, as: UTF8.self)
        tree = SourceParser.tree(of: bytes)
    }

    /// Creates a document of a file that was parsed before.
    package init(path: String, bytes: [UInt8], tree: SourceFileSyntax) {
        self.path = path
        text = String(decoding: bytes, as: UTF8.self)
        self.tree = tree
    }

    /// Whether the document was parsed: it doesn't exceed the limits of sources.
    package var isParsed: Bool { tree != nil }

    /// The reason why the document can't be read whole, as a line for people; nil if it can.
    ///
    /// What is generated from a part of a source isn't what the source says, and would replace what was.
    public var problem: String? { SourceParser.problem(of: path, tree: tree)?.text }

    /// The declarations at the top level; an `#if` is one of them.
    package var declarations: [Declaration] {
        (tree?.statements ?? []).compactMap { item in
            item.item.as(DeclSyntax.self).map { Declaration($0, in: self) }
        }
    }

    /// All declarations outside the bodies of functions, in order; those in an `#if` take its place.
    package var allDeclarations: [Declaration] { declarations.flattened.flatMap(\.andMembers) }

    /// All types, protocols, extensions and aliases outside the bodies of functions, in order.
    package var types: [Declaration] { declarations.flattened.flatMap(\.andTypes) }

    /// The types and protocols in the bodies of functions and closures, in order. Nothing outside of the body can name them.
    package var localTypes: [Declaration] {
        var found: [Declaration] = []
        tree?.walk { node in
            let isBody =
                node.is(CodeBlockSyntax.self) || node.is(ClosureExprSyntax.self) || node.is(AccessorBlockSyntax.self)
            let statements =
                isBody
                ? node.children(viewMode: .sourceAccurate).compactMap { $0.as(CodeBlockItemListSyntax.self) } : []
            for item in statements.joined() {
                guard let declaration = item.item.as(DeclSyntax.self) else { continue }
                found += [Declaration(declaration, in: self)].flattened.flatMap(\.andTypes)
            }
            // The requirements of a protocol have no bodies.
            return !node.is(ProtocolDeclSyntax.self)
        }
        return found.filter { $0.kind != .extension && $0.kind != .typeAlias }
    }

    /// Returns the line of a place, counted from 1.
    ///
    /// - Parameter offset: the place in bytes of UTF-8.
    package func line(at offset: Int) -> Int {
        var line = 1
        var previous: UInt8 = 0
        for byte in text.utf8.prefix(offset) {
            if byte == Byte.newline, previous != 13 { line += 1 }
            if byte == 13 { line += 1 }
            previous = byte
        }
        return line
    }

    /// The imports, in order.
    package var imports: [Import] { Self.imports(in: declarations, conditions: []) }

    /// Returns whether both have the same path and content.
    public static func == (left: SwiftDocument, right: SwiftDocument) -> Bool {
        left.path == right.path && left.text == right.text
    }

    /// Hashes the path and the content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(text)
    }

    /// An import.
    package struct Import: Sendable, Hashable {
        /// The module, with what is imported of it: `Foundation`, `Shop.Deal`.
        package var path: String
        /// The module; empty for a block of imports.
        package var module: String { String(path.prefix { $0 != "." }) }
        /// The declaration without an access level, in its `#if` if it stands in one.
        package var text: String
        /// The conditions of all `#if` around it.
        package var conditions: [String]
    }

    private static func imports(in declarations: [Declaration], conditions: [String]) -> [Import] {
        declarations.flatMap { declaration -> [Import] in
            if let config = declaration.node.as(IfConfigDeclSyntax.self) {
                let inner = declaration.branches.flatMap { branch in
                    imports(in: branch.members, conditions: conditions + [branch.condition])
                }
                // A block of nothing but imports stays as it is.
                guard conditions.isEmpty, declaration.branches.allSatisfy({ $0.members.allSatisfy(\.isImport) }),
                    !declaration.branches.contains(where: \.hasStatements)
                else { return inner }
                return [Import(path: "", text: config.trimmedDescription, conditions: ["#if"])]
            }
            // A node of its own, or each change would make the whole file anew.
            guard var node = declaration.node.as(ImportDeclSyntax.self)?.detached else { return [] }
            let access = Set(Declaration.Access.allCases.map(\.rawValue))
            let path = node.path.trimmedDescription
            node.modifiers = node.modifiers.filter { !access.contains($0.name.text) }
            node.leadingTrivia = []
            var text = node.trimmedDescription
            if !conditions.isEmpty { text = "#if \(conditions.joinedConditions)\n\(text)\n#endif" }
            return [Import(path: path, text: text, conditions: conditions)]
        }
    }
}

extension [String] {
    /// The conditions joined to one.
    package var joinedConditions: String {
        count == 1 ? self[0] : map { "(\($0))" }.joined(separator: " && ")
    }
}
