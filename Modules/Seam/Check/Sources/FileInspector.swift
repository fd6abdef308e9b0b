import Foundation
public import SeamKit
import SwiftParser
import SwiftSyntax

extension FileInspection {
    /// Inspects the files of a map that can matter: those with a comment for this tool and those whose bytes name a
    /// restricted type. Files that the map could not read at all are left out.
    ///
    /// Blocks the caller.
    ///
    /// - Parameters:
    ///   - map: what was found below `root`.
    ///   - root: path of the tree.
    ///   - types: names of the restricted types, without the types around them.
    ///   - threads: files to read at the same time.
    ///   - cache: keeps what was seen, by the files' contents and `types`; none without.
    /// - Returns: inspections by path; nothing for files in which there is nothing to see.
    public static func inspect(
        _ map: CodeMap,
        root: String,
        types: Set<String>,
        threads: Int = 2,
        cache: ResultCache? = nil
    ) -> [String: FileInspection] {
        guard let cache else { return inspect(map, root: root, types: types, threads: threads) }
        let place = URL(fileURLWithPath: root).standardizedFileURL.resolvingSymlinksInPath().path
        let name = ResultKey("inspections", place).hash
        var key = ResultKey("inspections", cache.version)
        key.add(types.sorted())
        for file in map.files { key.add([file.path, file.contentHash]) }
        for problem in map.problems { key.add([problem.path, problem.kind.rawValue]) }
        if let kept: InspectionArchive = cache.value(name, key: key.hash) { return kept.inspections }
        let inspections = inspect(map, root: root, types: types, threads: threads)
        cache.keep(InspectionArchive(inspections: inspections), name, key: key.hash)
        return inspections
    }

    private static func inspect(
        _ map: CodeMap,
        root: String,
        types: Set<String>,
        threads: Int
    ) -> [String: FileInspection] {
        let broken = Set(map.problems.filter { $0.kind != .syntax }.map(\.path))
        let files = types.isEmpty ? map.files.filter { !$0.directives.isEmpty } : map.files
        let names = types.sorted().map { Array($0.utf8) }
        let found = Workers.map(files.count, threads: threads, state: { 0 }) { _, index -> FileInspection? in
            let file = files[index]
            guard !broken.contains(file.path),
                let bytes = FileManager.default.contents(atPath: root + "/" + file.path)
            else { return nil }
            let matters =
                !file.directives.isEmpty || bytes.withUnsafeBytes { IdentifierSearch.finds(names, in: $0) }
            guard matters else { return nil }
            return FileInspection(
                parsing: String(decoding: bytes, as: UTF8.self),
                directives: file.directives,
                types: types
            )
        }
        var inspections: [String: FileInspection] = [:]
        for (file, inspection) in zip(files, found) { inspections[file.path] = inspection }
        return inspections
    }

    /// Parses one file.
    public init(parsing source: String, directives: [Directive], types: Set<String>) {
        let tree = Parser.parse(source: source)
        let converter = SourceLocationConverter(fileName: "", tree: tree)
        self.init()
        var standing = directives.filter { !$0.followsCode }[...]
        allows = directives.filter(\.followsCode).compactMap { Allow($0, lines: $0.line...$0.line) }
        if tree.hasError { errorLine = Self.errorLine(tree, converter) }
        guard !types.isEmpty || !standing.isEmpty else { return }
        // Tokens and not a visitor: how deep the source is nested does not matter then.
        for token in tree.tokens(viewMode: .sourceAccurate) {
            if let directive = standing.first, token.tokenKind != .endOfFile {
                let line = converter.location(for: token.positionAfterSkippingLeadingTrivia).line
                if line > directive.line {
                    let lines = line...Extent.lastLine(of: token, converter)
                    while let directive = standing.first, directive.line < line {
                        if let allow = Allow(directive, lines: lines) { allows.append(allow) }
                        standing.removeFirst()
                    }
                }
            }
            let name = Identifier.text(token)
            guard types.contains(name) else { continue }
            if Identifier.isDeclaration(token) { declarations.insert(name) }
            guard var mention = Identifier.mention(token) else { continue }
            let location = converter.location(for: Identifier.start(of: token))
            mention.enclosing = Enclosing.name(of: token)
            mention.line = location.line
            mention.column = location.column
            mentions.append(mention)
        }
        for directive in standing {
            if let allow = Allow(directive, lines: directive.line...directive.line) { allows.append(allow) }
        }
        allows.sort { $0.line < $1.line }
    }

    /// The line of the first token that the parser missed or did not expect.
    private static func errorLine(_ tree: SourceFileSyntax, _ converter: SourceLocationConverter) -> Int {
        for token in tree.tokens(viewMode: .all) {
            let isUnexpected = sequence(first: Syntax(token), next: \.parent).contains {
                $0.is(UnexpectedNodesSyntax.self)
            }
            if token.presence == .missing || isUnexpected {
                return converter.location(for: token.positionAfterSkippingLeadingTrivia).line
            }
        }
        return 1
    }
}

/// Looks for whole identifiers in bytes.
enum IdentifierSearch {
    static func finds(_ names: [[UInt8]], in bytes: UnsafeRawBufferPointer) -> Bool {
        names.contains { finds($0, in: bytes) }
    }

    private static func finds(_ name: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = name.first, let base = bytes.baseAddress else { return false }
        var position = 0
        while position + name.count <= bytes.count {
            let room = bytes.count - name.count + 1 - position
            guard let hit = memchr(base + position, Int32(first), room) else { return false }
            let start = UnsafeRawPointer(hit) - base
            let end = start + name.count
            if memcmp(base + start, name, name.count) == 0,
                start == 0 || !isPart(bytes[start - 1]), end == bytes.count || !isPart(bytes[end])
            {
                return true
            }
            position = start + 1
        }
        return false
    }

    /// Letters, digits, `_`, and every byte of what is not ASCII.
    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}

/// What an identifier in the source stands for.
private enum Identifier {
    static func text(_ token: TokenSyntax) -> String {
        guard case .identifier(let text) = token.tokenKind else { return "" }
        return text.hasPrefix("`") && text.hasSuffix("`") && text.utf8.count > 2
            ? String(text.dropFirst().dropLast()) : text
    }

    /// Where a mention begins: at its qualifier, where it has one.
    static func start(of token: TokenSyntax) -> AbsolutePosition {
        let whole =
            token.parent?.as(MemberTypeSyntax.self).map { Syntax($0) }
            ?? token.parent?.parent?.as(MemberAccessExprSyntax.self).flatMap { access in
                access.declName.baseName == token ? Syntax(access) : nil
            }
        return (whole ?? Syntax(token)).positionAfterSkippingLeadingTrivia
    }

    /// Whether the token is the name of a type where that type is declared.
    static func isDeclaration(_ token: TokenSyntax) -> Bool {
        guard let parent = token.parent else { return false }
        return switch parent.kind {
        case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .typeAliasDecl: true
        default: false
        }
    }

    /// The mention this token is, without its place; nil where it names something else.
    static func mention(_ token: TokenSyntax) -> Mention? {
        guard let parent = token.parent else { return nil }
        var mention = Mention(name: text(token), line: 0, column: 0)
        if let type = parent.as(IdentifierTypeSyntax.self) {
            mention.member = Self.member(ofType: Syntax(type))
        } else if let type = parent.as(MemberTypeSyntax.self) {
            mention.qualifier = type.baseType.trimmedDescription
            mention.member = Self.member(ofType: Syntax(type))
        } else if parent.is(ImportPathComponentSyntax.self) {
            guard let list = parent.parent?.as(ImportPathComponentListSyntax.self), list.count > 1,
                list.first?.name != token
            else { return nil }
            mention.qualifier = list.first?.name.text ?? ""
        } else if let reference = parent.as(DeclReferenceExprSyntax.self) {
            guard let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName == reference
            else {
                mention.member = member(of: Syntax(reference))
                return mention
            }
            guard let base = access.base else { return nil }
            mention.qualifier = base.trimmedDescription
            mention.member = member(of: Syntax(access))
        } else {
            return nil
        }
        return mention
    }

    /// `shared` of `AccountService.shared`, `init` of `AccountService()`.
    private static func member(of expression: Syntax) -> String {
        guard let parent = expression.parent else { return "" }
        if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == expression.id {
            let name = access.declName.baseName.text
            return name == "self" ? "" : name
        }
        if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == expression.id {
            return "init"
        }
        return ""
    }

    /// `shared` of the key path `\AccountService.shared`.
    private static func member(ofType type: Syntax) -> String {
        guard let path = type.parent?.as(KeyPathExprSyntax.self), let first = path.components.first,
            case .property(let property) = first.component
        else { return "" }
        return property.declName.baseName.text
    }
}

/// The declaration around a place, named as in a map's uses.
private enum Enclosing {
    static func name(of token: TokenSyntax) -> String {
        var types: [String] = []
        var function: String?
        var child = Syntax(token)
        while let node = child.parent {
            if let type = typeName(node, around: child) {
                types.append(type)
            } else if types.isEmpty, function == nil {
                function = functionName(node, around: child)
            }
            child = node
        }
        return (types.reversed() + (function.map { [$0] } ?? [])).joined(separator: ".")
    }

    private static func typeName(_ node: Syntax, around child: Syntax) -> String? {
        switch node.as(SyntaxEnum.self) {
        case .classDecl(let node): text(node.name)
        case .structDecl(let node): text(node.name)
        case .enumDecl(let node): text(node.name)
        case .actorDecl(let node): text(node.name)
        case .protocolDecl(let node): text(node.name)
        case .extensionDecl(let node):
            // The extended type itself stands outside of the extension.
            child.is(MemberBlockSyntax.self) || child.is(InheritanceClauseSyntax.self)
                ? node.extendedType.trimmedDescription : nil
        default: nil
        }
    }

    private static func functionName(_ node: Syntax, around child: Syntax) -> String? {
        switch node.as(SyntaxEnum.self) {
        case .functionDecl(let node): text(node.name) + labels(node.signature.parameterClause.parameters)
        case .initializerDecl(let node): "init" + labels(node.signature.parameterClause.parameters)
        case .deinitializerDecl: "deinit"
        case .subscriptDecl(let node): "subscript" + labels(node.parameterClause.parameters, areSubscripts: true)
        case .patternBinding(let binding): child.is(AccessorBlockSyntax.self) ? property(binding) : nil
        default: nil
        }
    }

    /// The name of a computed or observed property or global; nil for what is declared inside a body.
    private static func property(_ binding: PatternBindingSyntax) -> String? {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { return nil }
        var parent = binding.parent
        while let node = parent {
            switch node.kind {
            case .memberBlock, .sourceFile: return text(name)
            case .codeBlock, .closureExpr, .accessorBlock, .switchCase: return nil
            default: parent = node.parent
            }
        }
        return nil
    }

    private static func labels(_ parameters: FunctionParameterListSyntax, areSubscripts: Bool = false) -> String {
        let labels = parameters.map { parameter in
            areSubscripts && parameter.secondName == nil ? "_:" : text(parameter.firstName) + ":"
        }
        return "(" + labels.joined() + ")"
    }

    private static func text(_ token: TokenSyntax) -> String {
        let text = Identifier.text(token)
        return text.isEmpty ? token.text : text
    }
}

/// How far a comment in front of a statement or declaration speaks.
private enum Extent {
    /// The line on which the statement or declaration that `first` begins ends, or on which its body's brace opens.
    static func lastLine(of first: TokenSyntax, _ converter: SourceLocationConverter) -> Int {
        let start = first.positionAfterSkippingLeadingTrivia
        var item: Syntax?
        var node = first.parent
        while let current = node, current.positionAfterSkippingLeadingTrivia == start {
            if current.is(CodeBlockItemSyntax.self) || current.is(MemberBlockItemSyntax.self) { item = current }
            node = current.parent
        }
        var last = first
        var closure: SyntaxIdentifier?
        for token in item?.tokens(viewMode: .sourceAccurate) ?? first.tokens(viewMode: .sourceAccurate) {
            last = token
            if let open = closure {
                if token.tokenKind == .rightBrace, token.parent?.id == open { closure = nil }
            } else if token.tokenKind == .leftBrace {
                guard token.parent?.is(ClosureExprSyntax.self) ?? false else { break }
                closure = token.parent?.id
            }
        }
        return converter.location(for: last.positionAfterSkippingLeadingTrivia).line
    }
}
