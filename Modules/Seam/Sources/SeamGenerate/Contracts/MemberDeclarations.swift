import SwiftSyntax

/// The members of a type, and what their declarations say about their values.
struct MemberDeclarations {
    private var properties: [String: [VariableDeclSyntax]] = [:]
    private var methods: [String: [FunctionDeclSyntax]] = [:]

    init(of type: String, in sources: [SourceText]) {
        let name = Catalog.bare(type)
        for source in sources where source.text.contains(name) {
            let finder = MemberFinder(name)
            if let tree = source.tree { finder.walk(tree) }
            for decl in finder.found {
                if let variable = decl.as(VariableDeclSyntax.self) {
                    for binding in variable.bindings {
                        properties[binding.pattern.trimmedDescription, default: []].append(variable)
                    }
                } else if let function = decl.as(FunctionDeclSyntax.self) {
                    let labels = function.signature.parameterClause.parameters.map(\.firstName.text)
                    methods[MemberNames.title(function.name.text, labels), default: []].append(function)
                }
            }
        }
    }

    /// Returns whether a property only stores what it was set to.
    func isStored(_ name: String) -> Bool {
        guard let all = properties[name], all.count == 1, let variable = all.first, variable.attributes.isEmpty,
            !variable.modifiers.contains(where: {
                ["static", "class", "lazy", "weak", "override"].contains($0.name.text)
            })
        else { return false }
        return variable.bindings.allSatisfy { $0.accessorBlock == nil }
    }

    /// Returns whether reading a property gives the same value until something else is set.
    func isSteady(property name: String) -> Bool {
        if isStored(name) { return true }
        guard let all = properties[name], all.count == 1, let variable = all.first, variable.attributes.isEmpty,
            case .getter(let body)? = variable.bindings.first?.accessorBlock?.accessors
        else { return false }
        return isSteady(body, parameters: [])
    }

    /// Returns whether a method, by its name with labels, gives the same result until something else is set.
    func isSteady(method title: String) -> Bool {
        guard let all = methods[title], all.count == 1, let method = all.first, let body = method.body else {
            return false
        }
        let parameters = method.signature.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).text }
        return isSteady(body.statements, parameters: Set(parameters))
    }

    private func isSteady(_ body: CodeBlockItemListSyntax, parameters: Set<String>) -> Bool {
        guard body.count == 1, let item = body.first else { return false }
        let value = item.item.as(ReturnStmtSyntax.self)?.expression ?? item.item.as(ExprSyntax.self)
        return value.map { isSteady($0, parameters) } ?? false
    }

    /// Members of the standard library's values that depend on the value alone.
    private static let values: Set<String> = [
        "count", "isEmpty", "first", "last", "description", "keys", "values", "uppercased", "lowercased", "hasPrefix",
        "hasSuffix", "contains", "sorted", "reversed", "joined", "rawValue", "prefix", "suffix", "dropFirst",
        "dropLast",
    ]
    private static let types: Set<String> = ["String", "Int", "Double", "Bool", "Array", "Set"]

    private func isSteady(_ value: ExprSyntax, _ names: Set<String>) -> Bool {
        if value.is(IntegerLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
            || value.is(FloatLiteralExprSyntax.self) || value.is(NilLiteralExprSyntax.self)
        {
            return true
        }
        if let text = value.as(StringLiteralExprSyntax.self) {
            return text.segments.allSatisfy { segment in
                segment.as(ExpressionSegmentSyntax.self)?.expressions.allSatisfy { isSteady($0.expression, names) }
                    ?? true
            }
        }
        if let list = value.as(ArrayExprSyntax.self) {
            return list.elements.allSatisfy { isSteady($0.expression, names) }
        }
        if let list = value.as(TupleExprSyntax.self) {
            return list.elements.allSatisfy { isSteady($0.expression, names) }
        }
        if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return names.contains(name) || isStored(name)
        }
        if let access = value.as(MemberAccessExprSyntax.self), let base = access.base {
            let name = access.declName.baseName.text
            if base.trimmedDescription == "self" { return isStored(name) }
            return Self.values.contains(name) && isSteady(base, names)
        }
        if let call = value.as(FunctionCallExprSyntax.self) {
            guard call.trailingClosure == nil, call.arguments.allSatisfy({ isSteady($0.expression, names) }) else {
                return false
            }
            let callee = call.calledExpression
            return Self.types.contains(callee.trimmedDescription)
                || callee.is(MemberAccessExprSyntax.self) && isSteady(callee, names)
        }
        if let sequence = value.as(SequenceExprSyntax.self) {
            return sequence.elements.allSatisfy { element in
                guard let binary = element.as(BinaryOperatorExprSyntax.self) else { return isSteady(element, names) }
                return ["+", "-", "*", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "??"].contains(
                    binary.operator.text
                )
            }
        }
        return false
    }
}

/// Finds the instance members of a type and of its extensions.
private final class MemberFinder: SyntaxAnyVisitor {
    private let name: String
    private(set) var found: [DeclSyntax] = []

    init(_ name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        guard let group = node.asProtocol((any DeclGroupSyntax).self), !node.is(ProtocolDeclSyntax.self) else {
            return .visitChildren
        }
        let own =
            node.asProtocol((any NamedDeclSyntax).self)?.name.bareName
            ?? node.as(ExtensionDeclSyntax.self).map { Catalog.bare($0.extendedType.trimmedDescription) }
        if own == name { found += group.memberBlock.members.map(\.decl) }
        return .visitChildren
    }
}
