import SeamKit
import SwiftSyntax

/// A file with its complete syntax tree, for files that are edited or queried.
final class ParsedFile: Sendable {
    let path: String
    /// The last part of the path.
    let name: String
    let bytes: [UInt8]
    let tree: SourceFileSyntax
    /// Whether the file is read through a link.
    let isLinked: Bool
    /// Offsets at which lines begin.
    private let lines: [Int]
    /// The line end that the file uses.
    let newline: String
    private let lazyImports = Lazy<Set<String>>()
    private let lazyModules = Lazy<Set<String>>()
    private let lazyExported = Lazy<Set<String>>()
    private let lazyOwners = Lazy<[OwnerDecl]>()
    private let lazyDocument = Lazy<SwiftDocument>()

    /// Parses a file; nil if it exceeds the limits of sources.
    convenience init?(path: String, bytes: [UInt8], isLinked: Bool = false) {
        guard let tree = bytes.withUnsafeBufferPointer({ SourceParser.tree($0) }) else { return nil }
        self.init(path: path, bytes: bytes, tree: tree, isLinked: isLinked)
    }

    /// - Parameters:
    ///   - tree: the tree of the bytes.
    ///   - isLinked: whether the file is read through a link.
    init(path: String, bytes: [UInt8], tree: SourceFileSyntax, isLinked: Bool = false) {
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

    var hasError: Bool { tree.hasError }

    /// The file for those who ask what declarations say, and know no trees.
    var document: SwiftDocument { lazyDocument.value { SwiftDocument(path: path, bytes: bytes, tree: tree) } }

    /// Whether something in the file may be edited.
    var isEditable: Bool { !isLinked && !hasError }

    /// Returns the offset of a line and column in the map's counting; nil outside the file.
    func offset(line: Int, column: Int) -> Int? {
        guard line >= 1, line <= lines.count, column >= 1 else { return nil }
        let offset = lines[line - 1] + column - 1
        return offset < bytes.count ? offset : nil
    }

    /// Returns the line of an offset, counted from 1.
    func line(of offset: Int) -> Int { (lines.lastIndex { $0 <= offset } ?? 0) + 1 }

    /// Returns the offset at which the line of `offset` begins.
    func lineStart(of offset: Int) -> Int {
        var (low, high) = (0, lines.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return lines[low]
    }

    /// Returns the spaces and tabs at the start of the line of `offset`.
    func indent(of offset: Int) -> String {
        let start = lineStart(of: offset)
        let spaces = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return String(decoding: spaces, as: UTF8.self)
    }

    /// The offset of the first line after the comment that begins the file, if a blank line ends that comment. What has to stay
    /// at the beginning, a byte order mark and the line with the interpreter, is before it.
    var startOfCode: Int {
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
    var imports: Set<String> { lazyModules.value { Set(imported.map(\.firstName)) } }

    /// What the file imports: modules, and single declarations of others (`Shop.Store`).
    var imported: Set<String> {
        lazyImports.value {
            let names = tree.statements.compactMap { statement -> String? in
                guard let statement = statement.item.as(ImportDeclSyntax.self) else { return nil }
                return statement.importKindSpecifier == nil
                    ? statement.path.first?.name.text : statement.path.trimmedDescription
            }
            return Set(names)
        }
    }

    /// Returns whether the file imports a module, or just this name from it.
    func imports(_ name: String, from module: String) -> Bool {
        imported.contains(module) || imported.contains("\(module).\(name)")
    }

    /// The identifiers in the file.
    var identifiers: Set<String> {
        let tokens = tree.tokens(viewMode: .sourceAccurate).lazy.filter {
            if case .identifier = $0.tokenKind { true } else { false }
        }
        return Set(tokens.map(\.text.withoutBackticks))
    }

    /// The names of types that other modules may see, those in other types excepted.
    var exported: Set<String> {
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

    /// Returns the edit that imports a module, or one name of it (`class Shop.Store`).
    func edit(importing module: String) -> TextEdit {
        guard let last = tree.statements.last(where: { $0.item.is(ImportDeclSyntax.self) }) else {
            return TextEdit(offset: startOfCode, old: "", new: "import \(module)\(newline)\(newline)")
        }
        let end = last.endPositionBeforeTrailingTrivia.utf8Offset
        return TextEdit(offset: end, old: "", new: "\(newline)import \(module)")
    }

    /// Returns the edit that inserts lines of a declaration after the imports of the file, or of a branch of `#if` in it.
    func edit(declaring lines: [String], in list: CodeBlockItemListSyntax) -> TextEdit {
        let first = list.first?.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = first.map(indent(of:)) ?? ""
        let text = lines.joined(separator: newline + indent)
        guard let last = list.last(where: { $0.item.is(ImportDeclSyntax.self) }) else {
            if list.id != tree.statements.id {
                let new = newline + indent + text + newline
                return TextEdit(offset: list.position.utf8Offset, old: "", new: new)
            }
            return TextEdit(offset: startOfCode, old: "", new: text + newline + newline)
        }
        // A comment behind the import stays there.
        let end = last.endPositionBeforeTrailingTrivia.utf8Offset
        let rest = bytes[end...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let isComment = String(decoding: rest, as: UTF8.self).drop { $0 == " " }.hasPrefix("//")
        let isFollowed =
            bytes[rest.endIndex...].prefix { Character(UnicodeScalar($0)).isNewline }.count <= newline.utf8.count
        let gap = isFollowed && rest.endIndex < bytes.count ? newline : ""
        let new = newline + newline + indent + text + gap
        return TextEdit(offset: isComment ? rest.endIndex : end, old: "", new: new)
    }

    /// Whether its statements run when the program starts: its globals belong to the main actor then. The compiler takes each
    /// snippet of a package for such a file, even if it only declares.
    var isScript: Bool {
        name == "main.swift" || path.split(separator: "/").contains("Snippets")
            || tree.statements.contains { if case .decl = $0.item { false } else { true } }
    }

    /// All types and extensions, with those inside others.
    var owners: [OwnerDecl] {
        lazyOwners.value {
            ["class", "struct", "enum", "actor", "protocol", "extension"].flatMap { keyword in
                tokens(keyword).compactMap { token in
                    // The parent of `class` in `class func` is a modifier.
                    token.parent.flatMap { OwnerDecl($0) }
                }
            }.sorted { $0.node.position < $1.node.position }
        }
    }

    /// Returns the types and extensions around a place, outermost first.
    func owners(around offset: Int) -> [OwnerDecl] {
        owners.filter { $0.node.trimmedRange.contains(AbsolutePosition(utf8Offset: offset)) }
    }

    /// Returns the type or extension with this declaration.
    func owner(_ decl: DeclSyntax) -> OwnerDecl? { owners.first { $0.node.id == decl.id } }

    // MARK: Names

    /// Returns the tokens with this text, with backticks or without, in the file or a part of it.
    func tokens(_ text: String, in part: Syntax? = nil) -> [TokenSyntax] {
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

    /// Returns whether a new property of this name would hide something in the file or a part of it, or be hidden by it: whether
    /// that declares the name, or says it without a qualifier.
    func hasName(_ name: String, in part: Syntax? = nil) -> Bool {
        tokens(name, in: part).contains(where: Self.isName)
    }

    /// Returns whether a type and its extensions in the file have a name.
    func hasName(_ name: String, in owner: OwnerDecl) -> Bool {
        owners.contains { $0.name == owner.name && hasName(name, in: $0.node) }
    }

    private static func isName(_ token: TokenSyntax) -> Bool {
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
    /// Returns whether a value or a function in a member, or in a part of it, gets this name.
    func binds(_ name: String, in member: DeclSyntax, within part: Syntax? = nil) -> Bool {
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

extension String {
    /// Whether it has the characters of a name: others need backticks, and may not be in the name of a file.
    package var isPlainName: Bool {
        first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The text without `?` and `!` at its end.
    var trimmingMarks: String {
        var text = self[...]
        while let last = text.last, last == "?" || last == "!" { text = text.dropLast() }
        return String(text)
    }
}
