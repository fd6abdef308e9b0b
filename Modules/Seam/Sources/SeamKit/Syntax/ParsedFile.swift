package import SwiftSyntax

/// A file with its complete syntax tree, for files that are edited or queried.
package final class ParsedFile: Sendable {
    package let path: String
    /// The last part of the path.
    package let name: String
    package let bytes: [UInt8]
    package let tree: SourceFileSyntax
    /// Whether the file is read through a link.
    package let isLinked: Bool
    /// Offsets at which lines begin.
    private let lines: [Int]
    /// The line end that the file uses.
    package let newline: String
    private let lazyImports = Lazy<Set<String>>()
    private let lazyModules = Lazy<Set<String>>()
    private let lazyExported = Lazy<Set<String>>()
    private let lazyOwners = Lazy<[OwnerDecl]>()
    private let lazyLocalTypes = Lazy<[OwnerDecl]>()
    private let lazyDocument = Lazy<SwiftDocument>()
    private let lazyScript = Lazy<Bool>()
    private let lazySaysSelf = Lazy<Bool>()
    private let lazyIndentsBlankLines = Lazy<Bool>()

    /// Parses a file; nil if it exceeds the limits of sources.
    package convenience init?(path: String, bytes: [UInt8], isLinked: Bool = false) {
        guard let tree = bytes.withUnsafeBufferPointer({ SourceParser.tree(of: $0) }) else { return nil }
        self.init(path: path, bytes: bytes, tree: tree, isLinked: isLinked)
    }

    /// - Parameters:
    ///   - tree: the tree of the bytes.
    ///   - isLinked: whether the file is read through a link.
    package init(path: String, bytes: [UInt8], tree: SourceFileSyntax, isLinked: Bool = false) {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        self.bytes = bytes
        self.tree = tree
        self.isLinked = isLinked
        var lines = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { lines.append(index + 1) }
        self.lines = lines
        let isWide = lines.count > 1 && lines[1] > 1 && bytes[lines[1] - 2] == UInt8(ascii: "\r")
        newline = isWide ? "\r\n" : "\n"
    }

    package var hasError: Bool { tree.hasError }

    /// The file for those who ask what declarations say, and know no trees.
    package var document: SwiftDocument { lazyDocument.value { SwiftDocument(path: path, bytes: bytes, tree: tree) } }

    /// Whether something in the file may be edited.
    package var isEditable: Bool { !isLinked && !hasError }

    /// Returns the offset of a line and column in the map's counting; nil outside the file.
    package func offset(line: Int, column: Int) -> Int? {
        guard line >= 1, line <= lines.count, column >= 1 else { return nil }
        let offset = lines[line - 1] + column - 1
        return offset < bytes.count ? offset : nil
    }

    /// Returns the path and line of an offset, for people.
    package func place(of offset: Int) -> String { "\(path):\(line(of: offset))" }

    /// Returns the line of an offset, counted from 1.
    package func line(of offset: Int) -> Int { (lines.lastIndex { $0 <= offset } ?? 0) + 1 }

    /// Returns the offset at which the line of `offset` begins.
    package func lineStart(of offset: Int) -> Int {
        var (low, high) = (0, lines.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return lines[low]
    }

    /// Returns the spaces and tabs at the start of the line of `offset`.
    package func indent(of offset: Int) -> String {
        let start = lineStart(of: offset)
        let spaces = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return String(decoding: spaces, as: UTF8.self)
    }

    /// Whether most blank lines before an indented one are indented, too.
    package var indentsBlankLines: Bool {
        lazyIndentsBlankLines.value {
            var (indented, empty) = (0, 0)
            for (start, next) in zip(lines, lines.dropFirst())
            where bytes[start..<next].allSatisfy({ " \t\r\n".utf8.contains($0) }) && !indent(of: next).isEmpty {
                if indent(of: start).isEmpty { empty += 1 } else { indented += 1 }
            }
            return indented > empty
        }
    }

    /// The offset of the first line after the comment that begins the file, if a blank line ends that comment. What has to stay
    /// at the beginning, a byte order mark and the line with the interpreter, is before it.
    package var startOfCode: Int {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var start = mark
        var offset = tree.shebang?.endPosition.utf8Offset ?? 0
        let first = tree.shebang?.nextToken(viewMode: .sourceAccurate) ?? tree.firstToken(viewMode: .sourceAccurate)
        for piece in first?.leadingTrivia ?? [] {
            offset += piece.sourceLength.utf8Length
            switch piece {
            case .newlines(let count), .carriageReturnLineFeeds(let count):
                if count > 1 || tree.shebang != nil && start == mark { start = offset }
            default: break
            }
        }
        return start
    }

    /// The names of the modules that the file imports, or imports something from.
    package var imports: Set<String> { lazyModules.value { Set(imported.map(\.firstName)) } }

    /// What the file imports: modules, and single declarations of others (`Shop.Store`).
    package var imported: Set<String> {
        lazyImports.value {
            Set(tree.imports.map { $0.isOfName ? $0.imported : $0.module })
        }
    }

    /// Returns whether the file imports a module, or just this name from it.
    package func imports(_ name: String, from module: String) -> Bool {
        imported.contains(module) || imported.contains("\(module).\(name)")
    }

    /// Returns whether the file imports single names of a module.
    package func importsNames(of module: String) -> Bool { imported.contains { $0.hasPrefix(module + ".") } }

    /// The identifiers in the file.
    package var identifiers: Set<String> {
        let tokens = tree.tokens(viewMode: .sourceAccurate).lazy.filter {
            if case .identifier = $0.tokenKind { true } else { false }
        }
        return Set(tokens.map(\.text.withoutBackticks))
    }

    /// The names of types that other modules may see, those in other types excepted.
    package var exported: Set<String> {
        lazyExported.value {
            let names = tree.statements.compactMap { statement -> String? in
                guard let decl = statement.item.as(DeclSyntax.self),
                    decl.isProtocol((any DeclGroupSyntax).self) || decl.is(TypeAliasDeclSyntax.self),
                    decl.modifierList.says("public", "open", "package")
                else { return nil }
                return decl.asProtocol((any NamedDeclSyntax).self)?.name.text
            }
            return Set(names)
        }
    }

    /// Whether its statements run when the program starts: its globals belong to the main actor then. The compiler takes each
    /// snippet of a package for such a file, even if it only declares.
    package var isScript: Bool {
        lazyScript.value {
            name == "main.swift" || path.split(separator: "/").contains("Snippets")
                || tree.statements.contains { if case .decl = $0.item { false } else { true } }
        }
    }

    /// All types and extensions, with those inside others.
    package var owners: [OwnerDecl] {
        lazyOwners.value {
            ["class", "struct", "enum", "actor", "protocol", "extension"].flatMap { keyword in
                tokens(keyword).compactMap { token in
                    // The parent of `class` in `class func` is a modifier.
                    token.parent.flatMap { OwnerDecl($0, path: path) }
                }
            }.sorted { $0.node.position < $1.node.position }
        }
    }

    /// The types that functions declare.
    package var localTypes: [OwnerDecl] { lazyLocalTypes.value { owners.filter(\.isLocal) } }

    /// Returns the innermost type or extension around a node; nil outside of types.
    package func owner(around node: some SyntaxProtocol) -> OwnerDecl? {
        owners.last { $0.node.range.contains(node.positionAfterSkippingLeadingTrivia) }
    }

    /// Returns the types and extensions around a place, outermost first.
    package func owners(around offset: Int) -> [OwnerDecl] {
        owners.filter { $0.node.trimmedRange.contains(AbsolutePosition(utf8Offset: offset)) }
    }

    /// Returns the innermost type or extension around a node; nil outside of types.
    package func owner(of node: some SyntaxProtocol) -> OwnerDecl? { owners(of: node).first }

    /// Returns the types and extensions around a node, from the inside out.
    package func owners(of node: some SyntaxProtocol) -> [OwnerDecl] {
        node.andAround.compactMap { around in DeclSyntax(around).flatMap { owner(of: $0) } }
    }

    /// What it declares outside of types.
    package var global: OwnerDecl { OwnerDecl(file: tree.statements, path: path) }

    /// Returns the type or extension with this declaration.
    package func owner(of decl: DeclSyntax) -> OwnerDecl? { owners.first { $0.node.id == decl.id } }

    /// The other names for types that it declares anywhere.
    package var aliases: [(name: String, type: TypeSyntax, node: Syntax)] {
        tokens("typealias").compactMap { $0.parent?.as(TypeAliasDeclSyntax.self) }.map {
            ($0.name.text, $0.initializer.value, Syntax($0))
        }
    }

    /// Returns the token at a line and column in the map's counting; nil outside the file.
    package func token(line: Int, column: Int) -> TokenSyntax? {
        offset(line: line, column: column).flatMap(token(at:))
    }

    /// Returns the token at a place, in bytes of UTF-8.
    package func token(at offset: Int) -> TokenSyntax? { tree.token(at: AbsolutePosition(utf8Offset: offset)) }

    // MARK: Names

    /// Whether its types read nearly all of their members through `self` where nothing demands that: outside of initializers and of
    /// closures that may hold it, where no local name hides them.
    package var saysSelf: Bool {
        lazySaysSelf.value {
            let own = owners.flatMap(\.variables).compactMap { $0.part?.name }
            let names = Set(own).union(tokens("self").compactMap { $0.nameNode?.expression.readMember?.name })
            var (through, alone) = (0, 0)
            for read in names.flatMap({ tokens($0) }).compactMap(\.nameNode) {
                guard !read.isMember || read.base?.code == "self" else { continue }
                let around = Surroundings(of: read.expression)
                guard case .body = around.member, around.localFunctions.isEmpty,
                    // A structure has no other reason to say it in a closure.
                    around.closures.isEmpty || owner(around: read.expression)?.kind == .struct,
                    let member = around.memberDecl, !binds(read.name, in: member),
                    // An observer often says the name of its property.
                    member.property?.bindings.contains(where: { $0.name == read.name }) != true
                else { continue }
                if read.isMember { through += 1 } else { alone += 1 }
            }
            return through >= 3 && through > 9 * alone
        }
    }

    /// Returns the tokens with this text, with backticks or without, in the file or a part of it.
    package func tokens(_ text: String, in part: Syntax? = nil) -> [TokenSyntax] {
        let range = part.map { $0.position.utf8Offset..<$0.endPosition.utf8Offset } ?? 0..<bytes.count
        return WordSearch.places(of: text, in: bytes[range]).compactMap { offset in
            guard WordSearch.isApart(offset..<(offset + text.utf8.count), in: bytes),
                let token = tree.token(at: AbsolutePosition(utf8Offset: offset)),
                [offset, offset - 1].contains(token.positionAfterSkippingLeadingTrivia.utf8Offset),
                token.text.withoutBackticks == text
            else { return nil }
            return token
        }
    }

    /// Returns the places in a part of the file where code reads a name, with nothing before it.
    package func reads(of name: String, in part: Syntax) -> [ExprSyntax] {
        tokens(name, in: part).compactMap(\.nameNode).filter { !$0.isMember }.map(\.expression)
    }

    /// Returns whether a new property of this name would hide something in the file or a part of it, or be hidden by it: whether
    /// that declares the name, or says it without a qualifier.
    ///
    /// - Parameter reads: what may have the name.
    package func hasName(_ name: String, in part: Syntax? = nil, besides reads: [ExprSyntax] = []) -> Bool {
        tokens(name, in: part).contains { token in
            Self.isName(token) && !reads.contains { $0.offset == token.offset }
        }
    }

    /// Returns whether a type and its extensions in the file have a name.
    package func hasName(_ name: String, in owner: OwnerDecl) -> Bool {
        owners.contains { $0.name == owner.name && hasName(name, in: $0.node) }
    }

    static func isName(_ token: TokenSyntax) -> Bool {
        guard case .identifier = token.tokenKind, let parent = token.parent else { return false }
        if let reference = parent.as(DeclReferenceExprSyntax.self),
            let member = reference.parent?.as(MemberAccessExprSyntax.self),
            member.declName.id == reference.id
        {
            // A member of another value hides nothing; a member of self does.
            return member.base.map(isSelf) == true
        }
        // The label of an argument is not a name.
        return parent.as(LabeledExprSyntax.self)?.label?.id != token.id
    }

    private static func isSelf(_ base: ExprSyntax) -> Bool {
        if let chain = base.as(OptionalChainingExprSyntax.self) { return isSelf(chain.expression) }
        if let forced = base.as(ForceUnwrapExprSyntax.self) { return isSelf(forced.expression) }
        if let reference = base.as(DeclReferenceExprSyntax.self) {
            return ["self", "Self"].contains(reference.baseName.text)
        }
        return base.is(SuperExprSyntax.self)
    }
}

extension ParsedFile {
    /// Returns whether the body of an initializer gives something this name.
    package func binds(_ name: String, inBodyOf initializer: InitializerDeclSyntax) -> Bool {
        binds(name, in: DeclSyntax(initializer), within: initializer.bodyNode)
    }

    /// Returns whether a value or a function in a member, or in a part of it, gets this name.
    package func binds(_ name: String, in member: DeclSyntax, within part: Syntax? = nil) -> Bool {
        tokens(name, in: part ?? Syntax(member)).contains { token in
            guard case .identifier = token.tokenKind, let parent = token.parent else { return false }
            if let parameter = parent.as(FunctionParameterSyntax.self) {
                return (parameter.secondName ?? parameter.firstName).id == token.id
            } else if let parameter = parent.as(ClosureParameterSyntax.self) {
                return (parameter.secondName ?? parameter.firstName).id == token.id
            } else if let capture = parent.as(ClosureCaptureSyntax.self) {
                // A capture without a value has that of the name around it.
                return capture.initializer != nil
            } else if let function = parent.as(FunctionDeclSyntax.self) {
                return function.name.id == token.id && function.id != member.id
            }
            let isPattern = parent.is(IdentifierPatternSyntax.self) && parent.parent?.parent?.parent?.id != member.id
            return isPattern || parent.is(ClosureShorthandParameterSyntax.self)
        }
    }
}
