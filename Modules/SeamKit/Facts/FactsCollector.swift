#if Tool
    import SwiftParser
    import SwiftSyntax

    extension FileFacts {
        /// Parses a file and collects its facts.
        ///
        /// - Parameter bytes: UTF-8, nested no deeper than `Sketch.depth` allows; see `SourceLimits`.
        init(parsing bytes: UnsafeBufferPointer<UInt8>) {
            let tree = Parser.parse(source: bytes)
            let collector = FactsCollector(bytes)
            collector.walk(tree)
            self = collector.facts
            if tree.hasError {
                let finder = ErrorFinder(viewMode: .all)
                finder.walk(tree)
                errorLine = finder.position.map { collector.place($0).line } ?? 1
            }
        }
    }

    /// Walks a syntax tree once and writes down declarations and chains.
    ///
    /// Names that are known inside a body only are looked up here; everything else is left to whoever knows all files.
    final class FactsCollector: SyntaxVisitor {
        typealias Index = FileFacts.Index

        /// What gives an implicit member its type.
        private enum Expected {
            case nothing
            case type(Index)
            case argument(chain: Index, step: Index, label: Index, position: Index)
            case chain(Index)
        }

        private(set) var facts = FileFacts()
        private let lineStarts: [Int32]
        private var nameIndices: [String: Index] = [:]
        private var typePaths: [String] = []
        private var scopes: [Index] = []
        private var locals: [[String: Index]] = [[:]]
        /// Bodies around the current place, within the innermost type.
        private var bodies = 0
        /// For each function or closure around the current place, the chains it returns.
        private var returns: [[Index]] = []
        private var returnTypes: [Index] = []
        /// Types that are declared in bodies, by name, with the paths that tell them from others of the name.
        private var localTypes: [[String: String]] = [[:]]
        /// Generic parameters around the current place, with the types that bound them.
        private var generics: [[String: Index]] = []

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            var starts: [Int32] = [0]
            for (offset, byte) in bytes.enumerated() where byte == Byte.newline { starts.append(Int32(offset + 1)) }
            lineStarts = starts
            super.init(viewMode: .sourceAccurate)
            scopes.append(scope(function: -1, isStatic: false))
        }

        func place(_ position: AbsolutePosition) -> FileFacts.Place {
            let offset = Int32(position.utf8Offset)
            var low = 0
            var high = lineStarts.count
            while low + 1 < high {
                let middle = (low + high) / 2
                if lineStarts[middle] <= offset { low = middle } else { high = middle }
            }
            return FileFacts.Place(line: Int32(low + 1), column: offset - lineStarts[low] + 1)
        }

        // MARK: Tables

        private func index(_ name: String) -> Index {
            if let known = nameIndices[name] { return known }
            let new = Index(facts.names.count)
            facts.names.append(name)
            nameIndices[name] = new
            return new
        }

        private func list(_ items: [Index]) -> FileFacts.Slice {
            guard !items.isEmpty else { return FileFacts.Slice() }
            let start = Index(facts.lists.count)
            facts.lists.append(contentsOf: items)
            return FileFacts.Slice(start: start, count: Index(items.count))
        }

        private func scope(function: Index, isStatic: Bool) -> Index {
            let type = typePaths.last.map { index($0) } ?? -1
            facts.scopes.append(FileFacts.ScopeFact(type: type, function: function, isStatic: isStatic))
            return Index(facts.scopes.count - 1)
        }

        private var currentScope: Index { scopes.last ?? 0 }

        private static func text(_ token: TokenSyntax) -> String {
            let text = token.text
            guard text.hasPrefix("`"), text.hasSuffix("`"), text.utf8.count > 2 else { return text }
            return String(text.dropFirst().dropLast())
        }

        // MARK: Types

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
            enterType(node, name: node.name, kind: .classType, node.inheritanceClause, node.memberBlock)
        }

        override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
            enterType(node, name: node.name, kind: .actorType, node.inheritanceClause, node.memberBlock)
        }

        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            enterType(node, name: node.name, kind: .structType, node.inheritanceClause, node.memberBlock)
        }

        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            enterType(node, name: node.name, kind: .enumType, node.inheritanceClause, node.memberBlock)
        }

        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
            enterType(node, name: node.name, kind: .protocolType, node.inheritanceClause, node.memberBlock)
        }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            walk(node.attributes)
            let path = TypeName.of(node.extendedType) ?? node.extendedType.trimmedDescription
            enterType(
                path: path,
                kind: .extensionOf,
                at: node.extendedType.positionAfterSkippingLeadingTrivia,
                modifiers: node.modifiers,
                inheritance: node.inheritanceClause,
                members: node.memberBlock
            )
            return .skipChildren
        }

        private func enterType(
            _ node: some DeclGroupSyntax,
            name: TokenSyntax,
            kind: TypeKind,
            _ inheritance: InheritanceClauseSyntax?,
            _ members: MemberBlockSyntax
        ) -> SyntaxVisitorContinueKind {
            walk(node.attributes)
            let name = (name, Self.text(name))
            let clause = node.asProtocol((any WithGenericParametersSyntax).self)
            generics.append(bounds(clause?.genericParameterClause, clause?.genericWhereClause))
            defer { generics.removeLast() }
            var path = typePaths.last.map { $0 + "." + name.1 } ?? name.1
            if bodies > 0 {
                path += "#\(facts.types.count)"
                localTypes[localTypes.count - 1][name.1] = path
            }
            enterType(
                path: path,
                kind: kind,
                at: name.0.positionAfterSkippingLeadingTrivia,
                modifiers: node.modifiers,
                inheritance: inheritance,
                members: members
            )
            return .skipChildren
        }

        private func enterType(
            path: String,
            kind: TypeKind,
            at position: AbsolutePosition,
            modifiers: DeclModifierListSyntax,
            inheritance: InheritanceClauseSyntax?,
            members: MemberBlockSyntax
        ) {
            var flags: FileFacts.TypeFact.Flags = []
            let words = Self.words(modifiers)
            if words.isPrivate { flags.insert(.isPrivate) }
            if words.isPublic { flags.insert(.isPublic) }
            if bodies > 0 { flags.insert(.isLocal) }
            if members.members.contains(where: { $0.decl.is(EnumCaseDeclSyntax.self) }) { flags.insert(.hasCases) }
            let inherits = inheritance?.inheritedTypes.compactMap { TypeName.of($0.type) }.map { index($0) } ?? []
            facts.types.append(
                FileFacts.TypeFact(
                    path: index(path),
                    kind: kind,
                    inherits: list(inherits),
                    flags: flags,
                    place: place(position)
                )
            )
            typePaths.append(path)
            scopes.append(scope(function: -1, isStatic: true))
            let outerBodies = bodies
            let outerLocals = locals
            bodies = 0
            locals = [[:]]
            walk(members)
            locals = outerLocals
            bodies = outerBodies
            scopes.removeLast()
            typePaths.removeLast()
        }

        override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
            if let target = TypeName.of(node.initializer.value) {
                let name = Self.text(node.name)
                let path = typePaths.last.map { $0 + "." + name } ?? name
                facts.aliases.append(FileFacts.AliasFact(path: index(path), target: index(target)))
            }
            return .skipChildren
        }

        override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
            for element in node.elements {
                var parameters: [FileFacts.ParameterFact] = []
                for parameter in element.parameterClause?.parameters ?? [] {
                    parameters.append(
                        FileFacts.ParameterFact(
                            label: parameter.firstName.map { index(Self.text($0)) } ?? -1,
                            type: TypeName.of(parameter.type).map { index($0) } ?? -1
                        )
                    )
                    if let value = parameter.defaultValue?.value { read(value, .nothing) }
                }
                member(
                    name: Self.text(element.name),
                    flags: parameters.isEmpty ? [.isCase, .isStatic] : [.isCase, .isStatic, .isFunction],
                    type: typePaths.last,
                    parameters: parameters,
                    at: element.name.positionAfterSkippingLeadingTrivia
                )
            }
            return .skipChildren
        }

        // MARK: Members

        private func member(
            name: String,
            flags: FileFacts.MemberFact.Flags,
            type: String?,
            values: [Index] = [],
            parameters: [FileFacts.ParameterFact] = [],
            at position: AbsolutePosition
        ) {
            let start = Index(facts.parameters.count)
            facts.parameters.append(contentsOf: parameters)
            facts.members.append(
                FileFacts.MemberFact(
                    owner: typePaths.last.map { index($0) } ?? -1,
                    name: index(name),
                    flags: flags,
                    type: type.map { index($0) } ?? -1,
                    values: list(values),
                    parameters: FileFacts.Slice(start: start, count: Index(parameters.count)),
                    place: place(position)
                )
            )
        }

        private struct Words {
            var isStatic = false
            var isPrivate = false
            var isPrivateSetter = false
            var isPublic = false
            var isMutating = false
            var isWeak = false
        }

        private static func words(_ modifiers: DeclModifierListSyntax) -> Words {
            var words = Words()
            for modifier in modifiers {
                switch modifier.name.tokenKind {
                case .keyword(.static), .keyword(.class): words.isStatic = true
                case .keyword(.private), .keyword(.fileprivate):
                    if modifier.detail == nil { words.isPrivate = true } else { words.isPrivateSetter = true }
                case .keyword(.public), .keyword(.open), .keyword(.package): words.isPublic = true
                case .keyword(.mutating): words.isMutating = true
                case .keyword(.weak): words.isWeak = true
                default: break
                }
            }
            return words
        }

        private static func flags(_ words: Words) -> FileFacts.MemberFact.Flags {
            var flags: FileFacts.MemberFact.Flags = []
            if words.isStatic { flags.insert(.isStatic) }
            if words.isPrivate { flags.insert(.isPrivate) }
            if words.isPrivateSetter { flags.insert(.isPrivateSetter) }
            if words.isPublic { flags.insert(.isPublic) }
            if words.isMutating { flags.insert(.isMutating) }
            if words.isWeak { flags.insert(.isWeak) }
            return flags
        }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            walk(node.attributes)
            if bodies > 0 {
                let isVariable = node.bindingSpecifier.tokenKind == .keyword(.var)
                for binding in node.bindings { declareLocal(binding, isVariable: isVariable) }
            } else {
                let words = Self.words(node.modifiers)
                let isVariable = node.bindingSpecifier.tokenKind == .keyword(.var)
                let isTaskLocal = node.attributes.contains { attribute in
                    attribute.as(AttributeSyntax.self).flatMap { TypeName.of($0.attributeName) } == "TaskLocal"
                }
                for binding in node.bindings {
                    declareProperty(binding, words: words, isVariable: isVariable, isTaskLocal: isTaskLocal)
                }
            }
            return .skipChildren
        }

        /// The type that a binding of several names leaves to the last: `var a, b: Int`.
        private func annotation(_ binding: PatternBindingSyntax) -> String? {
            binding.typeAnnotation.flatMap { TypeName.of($0.type) }
        }

        private func declareLocal(_ binding: PatternBindingSyntax, isVariable: Bool) {
            let type = annotation(binding)
            let expected = type.map { Expected.type(index($0)) } ?? .nothing
            if let name = binding.pattern.as(IdentifierPatternSyntax.self) {
                let values = binding.initializer.map { self.values($0.value, expected) } ?? []
                if let accessors = binding.accessorBlock { _ = body(accessors, type: type) }
                declare(Self.text(name.identifier), type: type, values: values, isVariable: isVariable)
            } else if let names = binding.pattern.as(TuplePatternSyntax.self),
                let parts = binding.initializer?.value.as(TupleExprSyntax.self),
                names.elements.count == parts.elements.count
            {
                let found = parts.elements.map { values($0.expression, .nothing) }
                for (element, values) in zip(names.elements, found) {
                    if let name = element.pattern.as(IdentifierPatternSyntax.self) {
                        declare(Self.text(name.identifier), type: nil, values: values)
                    } else {
                        declareNames(element.pattern)
                    }
                }
            } else {
                if let value = binding.initializer?.value { read(value, expected) }
                declareNames(binding.pattern)
            }
        }

        private func declareProperty(_ binding: PatternBindingSyntax, words: Words, isVariable: Bool, isTaskLocal: Bool)
        {
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                if let value = binding.initializer?.value { read(value, .nothing) }
                return
            }
            let name = Self.text(pattern.identifier)
            let type = annotation(binding)
            var flags = Self.flags(words)
            if isVariable { flags.insert(.isVariable) }
            if isTaskLocal { flags.insert(.isTaskLocal) }
            let isStatic = words.isStatic || typePaths.isEmpty
            scopes.append(scope(function: -1, isStatic: isStatic))
            var values: [Index] = []
            if let value = binding.initializer?.value {
                flags.insert(.hasValue)
                if Self.isLiteral(value) { flags.insert(.hasLiteral) }
                values = self.values(value, type.map { .type(index($0)) } ?? .nothing)
            }
            if let accessors = binding.accessorBlock {
                scopes[scopes.count - 1] = scope(function: index(name), isStatic: isStatic)
                switch accessors.accessors {
                case .getter:
                    flags.insert(.isComputed)
                case .accessors(let list):
                    let kinds = list.map(\.accessorSpecifier.tokenKind)
                    let isStored = kinds.allSatisfy { $0 == .keyword(.willSet) || $0 == .keyword(.didSet) }
                    if !isStored { flags.insert(.isComputed) }
                    if kinds.contains(.keyword(.set)) || kinds.contains(.keyword(._modify)) { flags.insert(.hasSetter) }
                }
                let returned = body(accessors, type: type)
                if flags.contains(.isComputed) { values = returned }
            }
            scopes.removeLast()
            member(
                name: name,
                flags: flags,
                type: type,
                values: values,
                at: pattern.identifier.positionAfterSkippingLeadingTrivia
            )
        }

        /// Walks accessors; gives the chains that the getter returns.
        private func body(_ accessors: AccessorBlockSyntax, type: String?) -> [Index] {
            switch accessors.accessors {
            case .getter(let statements):
                return function(statements, returns: type)
            case .accessors(let list):
                var returned: [Index] = []
                for accessor in list {
                    guard let body = accessor.body else { continue }
                    locals.append([:])
                    if let parameter = accessor.parameters?.name {
                        declare(Self.text(parameter), type: type, values: [], isParameter: true)
                    } else if accessor.accessorSpecifier.tokenKind == .keyword(.set)
                        || accessor.accessorSpecifier.tokenKind == .keyword(.willSet)
                    {
                        declare("newValue", type: type, values: [], isParameter: true)
                    } else if accessor.accessorSpecifier.tokenKind == .keyword(.didSet) {
                        declare("oldValue", type: type, values: [], isParameter: true)
                    }
                    let isGetter = accessor.accessorSpecifier.tokenKind == .keyword(.get)
                    let found = function(body.statements, returns: isGetter ? type : nil)
                    if isGetter { returned = found }
                    locals.removeLast()
                }
                return returned
            }
        }

        /// Walks a body; gives the chains that it returns.
        private func function(_ statements: CodeBlockItemListSyntax, returns type: String?) -> [Index] {
            bodies += 1
            locals.append([:])
            localTypes.append([:])
            returns.append([])
            returnTypes.append(type.map { index($0) } ?? -1)
            if statements.count == 1, let only = statements.first?.item.as(ExprSyntax.self) {
                let found = values(only, type.map { .type(index($0)) } ?? .nothing, isStatement: type == nil)
                returns[returns.count - 1].append(contentsOf: found)
            } else {
                walk(statements)
            }
            returnTypes.removeLast()
            localTypes.removeLast()
            locals.removeLast()
            bodies -= 1
            return returns.removeLast()
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = Self.text(node.name)
            let words = Self.words(node.modifiers)
            var flags = Self.flags(words)
            flags.insert(.isFunction)
            let isLocal = bodies > 0
            if isLocal { declare(name, type: nil, values: []) }
            let type = node.signature.returnClause.flatMap { TypeName.of($0.type) }
            let signature = name + Self.labels(node.signature.parameterClause.parameters)
            let isStatic = words.isStatic || (typePaths.isEmpty && !isLocal)
            scopes.append(scope(function: index(signature), isStatic: isStatic))
            walk(node.attributes)
            locals.append([:])
            generics.append(bounds(node.genericParameterClause, node.genericWhereClause))
            defer { generics.removeLast() }
            let parameters = declareParameters(node.signature.parameterClause.parameters)
            let returned = node.body.map { function($0.statements, returns: type) } ?? []
            locals.removeLast()
            scopes.removeLast()
            if !isLocal {
                member(
                    name: name,
                    flags: flags,
                    type: type,
                    values: returned,
                    parameters: parameters,
                    at: node.name.positionAfterSkippingLeadingTrivia
                )
            }
            return .skipChildren
        }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            walk(node.attributes)
            let signature = "init" + Self.labels(node.signature.parameterClause.parameters)
            scopes.append(scope(function: index(signature), isStatic: false))
            locals.append([:])
            generics.append(bounds(node.genericParameterClause, node.genericWhereClause))
            defer { generics.removeLast() }
            let parameters = declareParameters(node.signature.parameterClause.parameters)
            if let body = node.body { _ = function(body.statements, returns: nil) }
            locals.removeLast()
            scopes.removeLast()
            var flags = Self.flags(Self.words(node.modifiers))
            flags.formUnion([.isInitializer, .isFunction, .isStatic])
            member(
                name: "init",
                flags: flags,
                type: typePaths.last,
                parameters: parameters,
                at: node.initKeyword.positionAfterSkippingLeadingTrivia
            )
            return .skipChildren
        }

        override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            walk(node.attributes)
            scopes.append(scope(function: index("deinit"), isStatic: false))
            if let body = node.body { _ = function(body.statements, returns: nil) }
            scopes.removeLast()
            return .skipChildren
        }

        override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
            walk(node.attributes)
            let words = Self.words(node.modifiers)
            let type = TypeName.of(node.returnClause.type)
            let signature = "subscript" + Self.labels(node.parameterClause.parameters, areSubscripts: true)
            scopes.append(scope(function: index(signature), isStatic: words.isStatic))
            locals.append([:])
            let parameters = declareParameters(node.parameterClause.parameters)
            if let accessors = node.accessorBlock { _ = body(accessors, type: type) }
            locals.removeLast()
            scopes.removeLast()
            var flags = Self.flags(words)
            flags.insert(.isSubscript)
            member(
                name: "subscript",
                flags: flags,
                type: type,
                parameters: parameters,
                at: node.subscriptKeyword.positionAfterSkippingLeadingTrivia
            )
            return .skipChildren
        }

        private static func labels(_ parameters: FunctionParameterListSyntax, areSubscripts: Bool = false) -> String {
            var text = "("
            for parameter in parameters {
                if areSubscripts, parameter.secondName == nil {
                    text += "_:"
                } else {
                    text += Self.text(parameter.firstName) + ":"
                }
            }
            return text + ")"
        }

        private func declareParameters(_ parameters: FunctionParameterListSyntax) -> [FileFacts.ParameterFact] {
            var result: [FileFacts.ParameterFact] = []
            for parameter in parameters {
                walk(parameter.attributes)
                let type = TypeName.of(parameter.type).map { bounded($0) }
                let label = Self.text(parameter.firstName)
                result.append(
                    FileFacts.ParameterFact(
                        label: label == "_" ? -1 : index(label),
                        type: type.map { index($0) } ?? -1
                    )
                )
                let values =
                    parameter.defaultValue.map { self.values($0.value, type.map { .type(index($0)) } ?? .nothing) }
                    ?? []
                declare(
                    Self.text(parameter.secondName ?? parameter.firstName),
                    type: type,
                    values: values,
                    isParameter: true
                )
            }
            return result
        }

        /// Names of generic parameters with the types that bound them, -1 where there is none.
        private func bounds(
            _ parameters: GenericParameterClauseSyntax?,
            _ clause: GenericWhereClauseSyntax?
        ) -> [String: Index] {
            var result: [String: Index] = [:]
            for parameter in parameters?.parameters ?? [] {
                result[Self.text(parameter.name)] =
                    parameter.inheritedType.flatMap { TypeName.of($0) }.map { index($0) } ?? -1
            }
            for requirement in clause?.requirements ?? [] {
                if case .conformanceRequirement(let conformance) = requirement.requirement,
                    let name = TypeName.of(conformance.leftType), result[name] == -1,
                    let bound = TypeName.of(conformance.rightType)
                {
                    result[name] = index(bound)
                }
            }
            return result
        }

        /// `T.Type` as the metatype of what bounds `T`.
        private func bounded(_ type: String) -> String {
            guard type.hasSuffix(".Type") else { return type }
            let name = String(type.dropLast(5))
            guard let bound = generics.last(where: { $0[name] != nil })?[name], let text = facts.name(bound) else {
                return type
            }
            return text + ".Type"
        }

        // MARK: Local names

        private func declare(
            _ name: String,
            type: String?,
            values: [Index],
            isParameter: Bool = false,
            isVariable: Bool = false
        ) {
            guard name != "_" else { return }
            facts.bindings.append(
                FileFacts.BindingFact(
                    name: index(name),
                    type: type.map { index($0) } ?? -1,
                    values: list(values),
                    isParameter: isParameter,
                    isVariable: isVariable
                )
            )
            locals[locals.count - 1][name] = Index(facts.bindings.count - 1)
        }

        /// Declares the names in a pattern, of which nothing more is known, and reads the expressions in it.
        private func declareNames(_ pattern: some PatternSyntaxProtocol) {
            PatternNames(viewMode: .sourceAccurate) { [self] name in
                declare(name, type: nil, values: [])
            } expression: { [self] expression in
                read(expression, .nothing)
            }.walk(pattern)
        }

        private func binding(_ name: String) -> Index? {
            for scope in locals.reversed() {
                if let found = scope[name] { return found }
            }
            return nil
        }

        private func within(_ work: () -> Void) {
            bodies += 1
            locals.append([:])
            localTypes.append([:])
            work()
            localTypes.removeLast()
            locals.removeLast()
            bodies -= 1
        }

        // MARK: Statements

        override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
            within { walk(node.statements) }
            return .skipChildren
        }

        override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
            // A long row of `else if` is a loop here, not a recursion.
            var current: IfExprSyntax? = node
            while let step = current {
                within {
                    walk(step.conditions)
                    walk(step.body)
                }
                current = nil
                switch step.elseBody {
                case .ifExpr(let next): current = next
                case .codeBlock(let block): walk(block)
                case nil: break
                }
            }
            return .skipChildren
        }

        override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
            within {
                walk(node.conditions)
                walk(node.body)
            }
            return .skipChildren
        }

        override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
            walk(node.conditions)
            walk(node.body)
            return .skipChildren
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            let type = node.typeAnnotation.flatMap { TypeName.of($0.type) }
            if let name = node.pattern.as(IdentifierPatternSyntax.self) {
                let text = Self.text(name.identifier)
                if let value = node.initializer?.value {
                    declare(text, type: type, values: values(value, .nothing))
                } else if text != "self" {
                    // `if let service`: the same name, from outside.
                    let at = name.identifier.positionAfterSkippingLeadingTrivia
                    let outer = chain(root: text, at: at, steps: [], ending: .alias, marks: [])
                    declare(text, type: type, values: [outer])
                }
            } else {
                if let value = node.initializer?.value { read(value, .nothing) }
                declareNames(node.pattern)
            }
            return .skipChildren
        }

        override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
            read(node.initializer.value, .nothing)
            declareNames(node.pattern)
            return .skipChildren
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            read(node.sequence, .nothing)
            within {
                declareNames(node.pattern)
                if let condition = node.whereClause?.condition { read(condition, .nothing) }
                walk(node.body)
            }
            return .skipChildren
        }

        override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
            within {
                if let label = node.label.as(SwitchCaseLabelSyntax.self) {
                    for item in label.caseItems {
                        declareNames(item.pattern)
                        if let condition = item.whereClause?.condition { read(condition, .nothing) }
                    }
                }
                walk(node.statements)
            }
            return .skipChildren
        }

        override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
            within {
                if node.catchItems.isEmpty { declare("error", type: nil, values: []) }
                for item in node.catchItems {
                    if let pattern = item.pattern { declareNames(pattern) }
                    if let condition = item.whereClause?.condition { read(condition, .nothing) }
                }
                walk(node.body)
            }
            return .skipChildren
        }

        override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
            guard let value = node.expression else { return .skipChildren }
            let type = returnTypes.last ?? -1
            let found = values(value, type >= 0 ? .type(type) : .nothing)
            if !returns.isEmpty { returns[returns.count - 1].append(contentsOf: found) }
            return .skipChildren
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            _ = closure(node, type: -1)
            return .skipChildren
        }

        /// Walks a closure; gives the chains that it returns.
        private func closure(_ node: ClosureExprSyntax, type: Index) -> [Index] {
            var captured: [(String, [Index])] = []
            if let signature = node.signature {
                walk(signature.attributes)
                for capture in signature.capture?.items ?? [] {
                    let name = Self.text(capture.name)
                    guard name != "self" else { continue }
                    if let value = capture.initializer?.value {
                        captured.append((name, values(value, .nothing)))
                    } else if capture.specifier == nil {
                        let at = capture.name.positionAfterSkippingLeadingTrivia
                        _ = chain(root: name, at: at, steps: [], ending: .read, marks: [])
                    }
                }
            }
            locals.append([:])
            defer { locals.removeLast() }
            for (name, values) in captured { declare(name, type: nil, values: values) }
            switch node.signature?.parameterClause {
            case .simpleInput(let names):
                for name in names { declare(Self.text(name.name), type: nil, values: [], isParameter: true) }
            case .parameterClause(let clause):
                for parameter in clause.parameters {
                    let type = parameter.type.flatMap { TypeName.of($0) }
                    let name = Self.text(parameter.secondName ?? parameter.firstName)
                    declare(name, type: type, values: [], isParameter: true)
                }
            case nil: break
            }
            let returned = node.signature?.returnClause.flatMap { TypeName.of($0.type) }
            return function(node.statements, returns: returned ?? facts.name(type))
        }

        // MARK: Expressions

        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: PostfixIfConfigExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }
        override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind { readNode(node) }

        override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
            write(node.expression)
            return .skipChildren
        }

        private func readNode(_ node: some ExprSyntaxProtocol) -> SyntaxVisitorContinueKind {
            read(ExprSyntax(node), .nothing)
            return .skipChildren
        }

        private func read(_ expression: ExprSyntax, _ expected: Expected) {
            let expression = Self.unwrapped(expression)
            if let sequence = expression.as(SequenceExprSyntax.self) {
                readSequence(sequence, expected)
            } else if let path = expression.as(KeyPathExprSyntax.self) {
                readKeyPath(path, expected)
            } else if Self.isPostfix(expression) {
                _ = chain(expression, ending: .read, expected)
            } else if let array = expression.as(ArrayExprSyntax.self) {
                readElements(array, expected)
            } else {
                walk(expression)
            }
        }

        /// Reads a list, whose elements have the type that its own says.
        private func readElements(_ array: ArrayExprSyntax, _ expected: Expected) {
            var element = Expected.nothing
            if case .type(let type) = expected, let name = facts.name(type), name.hasPrefix("["), name.hasSuffix("]"),
                !name.hasPrefix("[:")
            {
                element = .type(index(String(name.dropFirst().dropLast())))
            }
            for item in array.elements { read(item.expression, element) }
        }

        private func write(_ expression: ExprSyntax) {
            let expression = Self.unwrapped(expression)
            if let tuple = expression.as(TupleExprSyntax.self) {
                for element in tuple.elements { write(element.expression) }
            } else if Self.isPostfix(expression) {
                _ = chain(expression, ending: .write, .nothing)
            } else {
                walk(expression)
            }
        }

        /// Reads an expression whose value gets a name; gives the chains that the value may come from.
        private func values(_ expression: ExprSyntax, _ expected: Expected, isStatement: Bool = false) -> [Index] {
            let expression = Self.unwrapped(expression)
            if let sequence = expression.as(SequenceExprSyntax.self) {
                return values(sequence, expected)
            }
            if let call = expression.as(FunctionCallExprSyntax.self),
                let closure = call.calledExpression.as(ClosureExprSyntax.self)
            {
                for argument in call.arguments { read(argument.expression, .nothing) }
                var type: Index = -1
                if case .type(let expected) = expected { type = expected }
                return self.closure(closure, type: type)
            }
            if let closure = expression.as(ClosureExprSyntax.self) {
                var type: Index = -1
                if case .type(let expected) = expected, let name = facts.name(expected), name.hasPrefix("->") {
                    type = index(String(name.dropFirst(2)))
                }
                _ = self.closure(closure, type: type)
                return []
            }
            if Self.isPostfix(expression) {
                return [chain(expression, ending: isStatement ? .read : .alias, expected)]
            }
            if let path = expression.as(KeyPathExprSyntax.self) {
                readKeyPath(path, expected)
                return []
            }
            if let array = expression.as(ArrayExprSyntax.self) {
                readElements(array, expected)
                return []
            }
            walk(expression)
            return []
        }

        private func values(_ sequence: SequenceExprSyntax, _ expected: Expected) -> [Index] {
            let elements = Array(sequence.elements)
            if elements.contains(where: { Self.isAssignment($0) }) {
                readSequence(sequence, expected)
                return []
            }
            if let last = elements.last?.as(TypeExprSyntax.self), elements.count >= 3,
                elements[elements.count - 2].is(UnresolvedAsExprSyntax.self)
            {
                // A cast keeps what it casts: `legacy as Service` is the same object.
                var found: [Index] = []
                let casts = stride(from: 1, to: elements.count, by: 2)
                if casts.allSatisfy({ elements[$0].is(UnresolvedAsExprSyntax.self) }) {
                    found = values(elements[0], .nothing)
                    if facts.chains.indices.contains(found.first.map { Int($0) } ?? -1) { return found }
                } else {
                    for element in elements.dropLast(2) { readElement(element, .nothing) }
                }
                if let type = TypeName.of(last.type) {
                    found.append(
                        append(
                            root: .typed,
                            base: index(type),
                            steps: [],
                            ending: .alias,
                            at: last.positionAfterSkippingLeadingTrivia
                        )
                    )
                }
                return found
            }
            if elements.count == 3, let ternary = elements[1].as(UnresolvedTernaryExprSyntax.self) {
                read(elements[0], .nothing)
                return values(ternary.thenExpression, expected) + values(elements[2], expected)
            }
            let operators = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self) }
            if !operators.isEmpty, operators.allSatisfy({ $0.operator.text == "??" }) {
                var found: [Index] = []
                for (offset, element) in elements.enumerated() where offset % 2 == 0 {
                    found += values(
                        element,
                        offset > 0 && found.isEmpty == false ? fallback(expected, found) : expected
                    )
                }
                return found
            }
            readSequence(sequence, expected)
            return []
        }

        private func fallback(_ expected: Expected, _ found: [Index]) -> Expected {
            if case .nothing = expected, let first = found.first { return .chain(first) }
            return expected
        }

        private func readSequence(_ sequence: SequenceExprSyntax, _ expected: Expected) {
            let elements = Array(sequence.elements)
            guard let assignment = elements.firstIndex(where: { Self.isAssignment($0) }) else {
                var expected = expected
                if case .nothing = expected, let first = elements.first, Self.isPostfix(Self.unwrapped(first)) {
                    let chain = self.chain(Self.unwrapped(first), ending: .read, .nothing)
                    for element in elements.dropFirst() { readElement(element, .chain(chain)) }
                    return
                }
                if elements.contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) }), let first = elements.first {
                    readElement(first, .nothing)
                    for element in elements.dropFirst() { readElement(element, expected) }
                    return
                }
                if !elements.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }) {
                    expected = .nothing
                }
                for element in elements { readElement(element, expected) }
                return
            }
            let target = elements[..<assignment]
            let isPlain = elements[assignment].is(AssignmentExprSyntax.self)
            var targetChain: Index?
            if target.count == 1, let only = target.first {
                let only = Self.unwrapped(only)
                if Self.isPostfix(only) {
                    let target = chain(only, ending: .write, .nothing)
                    let fact = facts.chains[Int(target)]
                    if fact.root == .binding, fact.steps.count == 0 {
                        facts.bindings[Int(fact.base)].isReassigned = true
                    }
                    targetChain = target
                } else {
                    write(only)
                }
            } else {
                for element in target { readElement(element, .nothing) }
            }
            let rest = Array(elements[(assignment + 1)...])
            guard let targetChain, isPlain else {
                for element in rest { readElement(element, .nothing) }
                return
            }
            var found: [Index] = []
            if rest.count == 1 {
                found = values(rest[0], .chain(targetChain))
            } else if rest.count == 3, rest[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" {
                found = values(rest[0], .chain(targetChain)) + values(rest[2], .chain(targetChain))
            } else if rest.count == 3, let ternary = rest[1].as(UnresolvedTernaryExprSyntax.self) {
                readElement(rest[0], .nothing)
                found = values(ternary.thenExpression, .chain(targetChain)) + values(rest[2], .chain(targetChain))
            } else {
                for element in rest { readElement(element, .nothing) }
            }
            if !found.isEmpty {
                facts.flows.append(FileFacts.FlowFact(chain: targetChain, values: list(found)))
            }
        }

        private func readElement(_ element: ExprSyntax, _ expected: Expected) {
            if element.is(BinaryOperatorExprSyntax.self) || element.is(AssignmentExprSyntax.self)
                || element.is(TypeExprSyntax.self) || element.is(UnresolvedAsExprSyntax.self)
                || element.is(UnresolvedIsExprSyntax.self)
            {
                return
            }
            if let ternary = element.as(UnresolvedTernaryExprSyntax.self) {
                read(ternary.thenExpression, expected)
                return
            }
            read(element, expected)
        }

        private func readKeyPath(_ path: KeyPathExprSyntax, _ expected: Expected) {
            var steps: [FileFacts.StepFact] = []
            for component in path.components {
                switch component.component {
                case .property(let property):
                    steps.append(
                        FileFacts.StepFact(
                            kind: .keyPathMember,
                            name: index(Self.text(property.declName.baseName)),
                            place: place(property.declName.positionAfterSkippingLeadingTrivia)
                        )
                    )
                case .subscript(let call):
                    for argument in call.arguments { read(argument.expression, .nothing) }
                    steps.append(
                        FileFacts.StepFact(
                            kind: .subscriptCall,
                            name: -1,
                            place: place(call.positionAfterSkippingLeadingTrivia)
                        )
                    )
                default: break
                }
            }
            guard !steps.isEmpty else { return }
            let base = path.root.flatMap { TypeName.of($0) }.map { index($0) } ?? -1
            _ = append(
                root: .keyPath,
                base: base,
                steps: steps,
                ending: .read,
                at: path.positionAfterSkippingLeadingTrivia,
                expected: expected
            )
        }

        // MARK: Chains

        /// What is walked once its chain has an index.
        private struct Mark {
            var step: Int
            var arguments: LabeledExprListSyntax
            var trailing: ClosureExprSyntax?
            var others: MultipleTrailingClosureElementListSyntax?
        }

        /// Reads a postfix expression from its end to its root, in a loop: chains may be longer than the stack is deep.
        private func chain(_ expression: ExprSyntax, ending: FileFacts.ChainFact.Ending, _ expected: Expected) -> Index
        {
            var steps: [FileFacts.StepFact] = []
            var marks: [Mark] = []
            var current = Self.unwrapped(expression)
            var root: ExprSyntax?
            while root == nil {
                switch current.kind {
                case .memberAccessExpr:
                    guard let access = current.as(MemberAccessExprSyntax.self) else { break }
                    steps.append(
                        FileFacts.StepFact(
                            kind: .member,
                            name: index(Self.text(access.declName.baseName)),
                            place: place(access.declName.positionAfterSkippingLeadingTrivia)
                        )
                    )
                    guard let base = access.base else {
                        root = ExprSyntax(access)
                        continue
                    }
                    current = Self.unwrapped(base)
                case .functionCallExpr:
                    guard let call = current.as(FunctionCallExprSyntax.self) else { break }
                    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self), name.baseName.text == "type",
                        call.arguments.count == 1, let only = call.arguments.first, only.label?.text == "of"
                    {
                        steps.append(
                            FileFacts.StepFact(
                                kind: .metatype,
                                name: -1,
                                place: place(call.positionAfterSkippingLeadingTrivia)
                            )
                        )
                        current = Self.unwrapped(only.expression)
                        continue
                    }
                    marks.append(
                        Mark(
                            step: steps.count,
                            arguments: call.arguments,
                            trailing: call.trailingClosure,
                            others: call.additionalTrailingClosures
                        )
                    )
                    let count = call.arguments.count + (call.trailingClosure == nil ? 0 : 1)
                    steps.append(
                        FileFacts.StepFact(
                            kind: .call,
                            name: -1,
                            place: place(call.positionAfterSkippingLeadingTrivia),
                            arguments: Int16(clamping: count)
                        )
                    )
                    current = Self.unwrapped(call.calledExpression)
                case .subscriptCallExpr:
                    guard let call = current.as(SubscriptCallExprSyntax.self) else { break }
                    marks.append(
                        Mark(
                            step: steps.count,
                            arguments: call.arguments,
                            trailing: call.trailingClosure,
                            others: call.additionalTrailingClosures
                        )
                    )
                    let label = call.arguments.first?.label.map { index(Self.text($0)) } ?? -1
                    steps.append(
                        FileFacts.StepFact(
                            kind: .subscriptCall,
                            name: label,
                            place: place(call.leftSquare.positionAfterSkippingLeadingTrivia)
                        )
                    )
                    current = Self.unwrapped(call.calledExpression)
                case .optionalChainingExpr:
                    guard let inner = current.as(OptionalChainingExprSyntax.self) else { break }
                    current = Self.unwrapped(inner.expression)
                case .forceUnwrapExpr:
                    guard let inner = current.as(ForceUnwrapExprSyntax.self) else { break }
                    current = Self.unwrapped(inner.expression)
                case .genericSpecializationExpr:
                    guard let inner = current.as(GenericSpecializationExprSyntax.self) else { break }
                    current = Self.unwrapped(inner.expression)
                case .postfixIfConfigExpr:
                    // What its branches add comes after the base, whose first member is all that counts.
                    guard let inner = current.as(PostfixIfConfigExprSyntax.self), let base = inner.base else {
                        root = current
                        continue
                    }
                    current = Self.unwrapped(base)
                default:
                    root = current
                }
            }
            steps.reverse()
            for position in marks.indices { marks[position].step = steps.count - 1 - marks[position].step }
            marks.reverse()
            guard let root else { return -1 }
            return chain(root, steps: steps, ending: ending, marks: marks, expected)
        }

        private func chain(
            _ root: ExprSyntax,
            steps: [FileFacts.StepFact],
            ending: FileFacts.ChainFact.Ending,
            marks: [Mark],
            _ expected: Expected
        ) -> Index {
            let at = root.positionAfterSkippingLeadingTrivia
            if let name = root.as(DeclReferenceExprSyntax.self) {
                return chain(root: Self.text(name.baseName), at: at, steps: steps, ending: ending, marks: marks)
            }
            var kind = FileFacts.ChainFact.Root.unknown
            var base: Index = -1
            var alternatives: [Index] = []
            if root.is(MemberAccessExprSyntax.self) {
                kind = .implicit
                if case .type(let type) = expected { base = type }
            } else if root.is(SuperExprSyntax.self) {
                kind = .superValue
            } else if let type = root.as(TypeExprSyntax.self), let name = TypeName.of(type.type) {
                return chain(root: name, at: at, steps: steps, ending: ending, marks: marks)
            } else if let sequence = root.as(SequenceExprSyntax.self) {
                alternatives = values(sequence, .nothing)
            } else if let call = root.as(ClosureExprSyntax.self) {
                alternatives = closure(call, type: -1)
            } else {
                walk(root)
            }
            if !alternatives.isEmpty {
                kind = .alternatives
                let slice = list(alternatives)
                for inner in alternatives { facts.chains[Int(inner)].ending = .base }
                let index = append(root: kind, base: slice.start, steps: steps, ending: ending, at: at)
                facts.chains[Int(index)].contextPosition = slice.count
                follow(marks, of: index)
                return index
            }
            let index = append(root: kind, base: base, steps: steps, ending: ending, at: at, expected: expected)
            follow(marks, of: index)
            return index
        }

        private func chain(
            root name: String,
            at position: AbsolutePosition,
            steps: [FileFacts.StepFact],
            ending: FileFacts.ChainFact.Ending,
            marks: [Mark]
        ) -> Index {
            var name = name
            var ending = ending
            if name.utf8.count > 1, name.hasPrefix("$"), name.utf8.dropFirst().first.map({ $0 < 48 || $0 > 57 }) == true
            {
                // A projected value hands on a binding to whatever follows.
                name.removeFirst()
                if !steps.isEmpty { ending = .write }
            }
            let kind: FileFacts.ChainFact.Root
            var base: Index = -1
            switch name {
            case "self": kind = .selfValue
            case "Self": kind = .selfType
            case "super": kind = .superValue
            default:
                if let found = binding(name) {
                    kind = .binding
                    base = found
                } else if let bound = generics.last(where: { $0[name] != nil })?[name] {
                    kind = .generic
                    base = bound
                } else {
                    kind = .name
                    base = index(localTypes.last { $0[name] != nil }?[name] ?? name)
                }
            }
            let index = append(root: kind, base: base, steps: steps, ending: ending, at: position)
            follow(marks, of: index)
            return index
        }

        private func append(
            root: FileFacts.ChainFact.Root,
            base: Index,
            steps: [FileFacts.StepFact],
            ending: FileFacts.ChainFact.Ending,
            at position: AbsolutePosition,
            expected: Expected = .nothing
        ) -> Index {
            let start = Index(facts.steps.count)
            facts.steps.append(contentsOf: steps)
            var chain = FileFacts.ChainFact(
                root: root,
                base: base,
                steps: FileFacts.Slice(start: start, count: Index(steps.count)),
                scope: currentScope,
                ending: ending,
                place: place(position)
            )
            switch expected {
            case .nothing, .type: break
            case .argument(let outer, let step, let label, let position):
                chain.contextChain = outer
                chain.contextStep = step
                chain.contextLabel = label
                chain.contextPosition = position
            case .chain(let outer):
                chain.contextChain = outer
            }
            facts.chains.append(chain)
            return Index(facts.chains.count - 1)
        }

        /// Walks the arguments of a chain's calls.
        private func follow(_ marks: [Mark], of chain: Index) {
            for mark in marks {
                for (position, argument) in mark.arguments.enumerated() {
                    read(
                        argument.expression,
                        .argument(
                            chain: chain,
                            step: Index(mark.step),
                            label: argument.label.map { index(Self.text($0)) } ?? -1,
                            position: Index(position)
                        )
                    )
                }
                if let closure = mark.trailing { walk(closure) }
                for other in mark.others ?? [] { walk(other.closure) }
            }
        }

        /// What is left without `try`, `await` and parentheses.
        private static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax {
            var current = expression
            while true {
                switch current.kind {
                case .tryExpr:
                    guard let inner = current.as(TryExprSyntax.self) else { return current }
                    current = inner.expression
                case .awaitExpr:
                    guard let inner = current.as(AwaitExprSyntax.self) else { return current }
                    current = inner.expression
                case .unsafeExpr:
                    guard let inner = current.as(UnsafeExprSyntax.self) else { return current }
                    current = inner.expression
                case .consumeExpr:
                    guard let inner = current.as(ConsumeExprSyntax.self) else { return current }
                    current = inner.expression
                case .copyExpr:
                    guard let inner = current.as(CopyExprSyntax.self) else { return current }
                    current = inner.expression
                case .tupleExpr:
                    guard let tuple = current.as(TupleExprSyntax.self), tuple.elements.count == 1,
                        let only = tuple.elements.first, only.label == nil
                    else { return current }
                    current = only.expression
                default:
                    return current
                }
            }
        }

        private static func isPostfix(_ expression: ExprSyntax) -> Bool {
            switch expression.kind {
            case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .optionalChainingExpr, .forceUnwrapExpr,
                .genericSpecializationExpr, .declReferenceExpr, .postfixIfConfigExpr:
                true
            default:
                false
            }
        }

        private static func isAssignment(_ element: ExprSyntax) -> Bool {
            if element.is(AssignmentExprSyntax.self) { return true }
            guard let text = element.as(BinaryOperatorExprSyntax.self)?.operator.text, text.hasSuffix("=") else {
                return false
            }
            return !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
        }

        private static func isLiteral(_ expression: ExprSyntax) -> Bool {
            switch unwrapped(expression).kind {
            case .arrayExpr, .dictionaryExpr, .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr,
                .booleanLiteralExpr, .tupleExpr, .prefixOperatorExpr:
                true
            default:
                false
            }
        }
    }

    /// Finds the names a pattern binds, and the expressions in it.
    private final class PatternNames: SyntaxVisitor {
        private let name: (String) -> Void
        private let expression: (ExprSyntax) -> Void

        init(viewMode: SyntaxTreeViewMode, name: @escaping (String) -> Void, expression: @escaping (ExprSyntax) -> Void)
        {
            self.name = name
            self.expression = expression
            super.init(viewMode: viewMode)
        }

        override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
            name(node.identifier.text)
            return .skipChildren
        }

        // `let` around a whole pattern puts its names into a pattern expression.
        override func visit(_ node: PatternExprSyntax) -> SyntaxVisitorContinueKind { .visitChildren }

        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            expression(ExprSyntax(node))
            return .skipChildren
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            expression(ExprSyntax(node))
            return .skipChildren
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            expression(ExprSyntax(node))
            return .skipChildren
        }
    }

    /// Finds the first place where the parser had to repair.
    private final class ErrorFinder: SyntaxVisitor {
        private(set) var position: AbsolutePosition?

        override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
            if token.presence == .missing { note(token.position) }
            return .skipChildren
        }

        override func visit(_ node: UnexpectedNodesSyntax) -> SyntaxVisitorContinueKind {
            note(node.positionAfterSkippingLeadingTrivia)
            return .skipChildren
        }

        private func note(_ found: AbsolutePosition) {
            if position.map({ found < $0 }) ?? true { position = found }
        }
    }
#endif
