import SeamKit
import SwiftSyntax

/// The initial value of a property that reads the accessor, and moves into the initializers, where it reads what is passed.
struct InitialValue {
    let declaration: VariableDeclSyntax
    let file: ParsedFile
    /// The name of the property.
    let name: String
    /// What takes the place of the value in the declaration: the type, if that isn't written.
    let annotation: String
    /// The value, with the instance's name for the accessor.
    let text: String
    /// The wrapper that gets the value; nil if the property has none.
    private let wrapper: String?

    /// Why a value can't move.
    struct Fixed: Error {}

    /// Returns the initial values of a type that read the accessor.
    ///
    /// - Parameter expression: what they read in an initializer.
    static func all(of recipient: Recipient, reading expression: String = "") -> Result<[InitialValue], Fixed> {
        let sites = recipient.sites.filter { site in
            guard case .value = site.context.member else { return false }
            return site.context.owner == recipient.owner
                && site.context.memberDecl?.id != recipient.existing.map { DeclSyntax($0).id }
        }
        if sites.isEmpty { return .success([]) }
        guard !recipient.isMemberwise, recipient.isWithInitializer else { return .failure(Fixed()) }
        var values: [InitialValue] = []
        for variable in recipient.owner.memberDecls.compactMap({ $0.as(VariableDeclSyntax.self) }) {
            let own = sites.filter { $0.context.memberDecl?.id == DeclSyntax(variable).id }
            if own.isEmpty {
                // It would be made before the value, and was made after it.
                if !values.isEmpty, hasEffects(variable) { return .failure(Fixed()) }
            } else {
                guard let value = InitialValue(variable, reading: own.map(\.context), as: expression, recipient) else {
                    return .failure(Fixed())
                }
                values.append(value)
            }
        }
        return .success(values)
    }

    private init?(
        _ variable: VariableDeclSyntax,
        reading contexts: [UseContext],
        as expression: String,
        _ recipient: Recipient
    ) {
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let value = binding.initializer?.value,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            !variable.modifiers.contains(where: { ["weak", "unowned"].contains($0.name.text) }),
            Self.movable.isSuperset(of: variable.attributes.names),
            !contexts.contains(where: { $0.isConditional || $0.isInMacro }),
            contexts.allSatisfy({ $0.closures.isEmpty || recipient.instance.isSendable })
        else { return nil }
        let inference = ValueType(index: recipient.index, instance: recipient.instance)
        let edits = contexts.map { TextEdit(replacing: $0.access, with: expression) }
        self.init(variable, name, value, inference, reading: contexts.map(\.access.id), recipient.file, edits)
    }

    /// Creates the moved value of a property.
    ///
    /// - Parameters:
    ///   - accesses: the accesses of the instance in the value.
    ///   - edits: those of the file that are in the value.
    private init?(
        _ variable: VariableDeclSyntax,
        _ name: String,
        _ value: ExprSyntax,
        _ inference: ValueType,
        reading accesses: [SyntaxIdentifier],
        _ file: ParsedFile,
        _ edits: [TextEdit]
    ) {
        if variable.bindings.first?.typeAnnotation == nil {
            guard let type = inference.type(of: value, reading: accesses) else { return nil }
            annotation = ": " + type
        } else {
            annotation = ""
        }
        (declaration, self.file, self.name) = (variable, file, name)
        wrapper = variable.attributes.names.first(where: Self.wrappers.contains)
        let start = value.positionAfterSkippingLeadingTrivia.utf8Offset
        let own = edits.map { TextEdit(offset: $0.offset - start, old: $0.old, new: $0.new) }
        let bytes = Array(value.trimmedDescription.utf8)
        text = String(decoding: FileChange(path: "", bytes: bytes, edits: own).result, as: UTF8.self)
    }

    /// Creates the moved value of a property that makes other objects; nil if it can't move.
    ///
    /// - Parameter edits: those of the file that are in the value.
    init?(moving variable: VariableDeclSyntax, in file: ParsedFile, _ inference: ValueType, _ edits: [TextEdit] = []) {
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let value = binding.initializer?.value, binding.accessorBlock == nil,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            Self.movable.union(Self.wrappers).isSuperset(of: variable.attributes.names),
            variable.parent?.parent?.parent?.is(IfConfigClauseSyntax.self) != true
        else { return nil }
        self.init(variable, name, value, inference, reading: [], file, edits)
    }

    /// The attributes of properties that an initializer may set.
    private static let movable: Set<String> = ["Published", "objc", "ObservationIgnored"]
    /// The wrappers of a view's properties that an initializer may set.
    private static let wrappers: Set<String> = ["StateObject", "ObservedObject", "State", "Bindable"]

    /// Returns whether making an initial value may do more than make a constant.
    static func hasEffects(_ variable: VariableDeclSyntax) -> Bool {
        if variable.modifiers.says("static", "class", "lazy") { return false }
        return variable.bindings.contains { binding in binding.initializer.map { !isConstant($0.value) } ?? false }
    }

    static func isConstant(_ value: ExprSyntax) -> Bool {
        switch value.kind {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .simpleStringLiteralExpr,
            .closureExpr:
            return true
        default: break
        }
        if let text = value.as(StringLiteralExprSyntax.self) {
            return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        }
        if let array = value.as(ArrayExprSyntax.self) { return array.elements.allSatisfy { isConstant($0.expression) } }
        return ["[:]", "[]"].contains(value.trimmedDescription)
    }

    /// The edit that takes the value out of the declaration.
    var removal: TextEdit? {
        guard let binding = declaration.bindings.first, let initializer = binding.initializer else { return nil }
        let start = (binding.typeAnnotation.map { Syntax($0) } ?? Syntax(binding.pattern))
            .endPositionBeforeTrailingTrivia.utf8Offset
        let end = initializer.endPositionBeforeTrailingTrivia.utf8Offset
        let old = String(decoding: file.bytes[start..<end], as: UTF8.self)
        return TextEdit(offset: start, old: old, new: annotation)
    }

    /// The statement that sets the property, for an initializer whose lines begin with `indent`.
    func statement(indent: String) -> String {
        let own = file.indent(of: declaration.positionAfterSkippingLeadingTrivia.utf8Offset)
        let extra = indent.hasPrefix(own) ? String(indent.dropFirst(own.count)) : ""
        let value = text.replacing("\n", with: "\n" + extra)
        return wrapper.map { "_\(name) = \($0)(wrappedValue: \(value))" } ?? "self.\(name) = \(value)"
    }
}

/// Finds the type of a value, where its text says it.
struct ValueType {
    let index: TypeIndex
    let instance: InjectedType

    /// What Foundation's defaults return.
    private static let defaults = [
        "bool": "Bool", "integer": "Int", "double": "Double", "float": "Float", "string": "String?", "data": "Data?",
        "array": "[Any]?", "dictionary": "[String: Any]?", "object": "Any?", "url": "URL?", "stringArray": "[String]?",
    ]

    /// Returns the type; nil if it isn't known.
    ///
    /// - Parameter accesses: the accesses of the instance in the value.
    func type(of value: ExprSyntax, reading accesses: [SyntaxIdentifier]) -> String? {
        if let sequence = value.as(SequenceExprSyntax.self) {
            let parts = Array(sequence.elements)
            guard parts.count == 3, parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
                let left = type(of: parts[0], reading: accesses), left.hasSuffix("?"), isLiteral(parts[2])
            else { return nil }
            return String(left.dropLast())
        }
        if let call = value.as(FunctionCallExprSyntax.self) {
            let callee = call.calledExpression
            if let member = callee.as(MemberAccessExprSyntax.self),
                member.base.map({ accesses.contains($0.id) }) == true
            {
                return result(of: member.declName.baseName.text, isFunction: true)
            }
            let name = callee.trimmedDescription
            guard name.isPlainName, name.first?.isUppercase == true, let type = index.type(name),
                type.owner.name == name
            else { return nil }
            let isFailable = index.declarations(of: name).flatMap(\.owner.memberDecls)
                .contains { $0.as(InitializerDeclSyntax.self)?.optionalMark != nil }
            let isGeneric =
                type.owner.node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
            return isFailable || isGeneric || type.owner.kind == .protocol ? nil : name
        }
        guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base, accesses.contains(base.id)
        else {
            return accesses.contains(value.id) ? instance.type : nil
        }
        return result(of: member.declName.baseName.text, isFunction: false)
    }

    /// Returns the type of a literal without context; nil for another value.
    private static func type(of value: ExprSyntax?) -> String? {
        switch value?.kind {
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .booleanLiteralExpr: "Bool"
        case .stringLiteralExpr, .simpleStringLiteralExpr: "String"
        default: nil
        }
    }

    private func isLiteral(_ value: ExprSyntax) -> Bool {
        value.is(StringLiteralExprSyntax.self) || value.is(IntegerLiteralExprSyntax.self)
            || value.is(BooleanLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self)
    }

    /// Returns the type of the instance's member, if all members of the name have the same.
    private func result(of name: String, isFunction: Bool) -> String? {
        if instance.type == "UserDefaults", isFunction { return Self.defaults[name] }
        let members = index.declarations(of: instance.typeName).flatMap(\.owner.memberDecls)
        let types = members.compactMap { decl -> String? in
            if isFunction {
                guard let function = decl.as(FunctionDeclSyntax.self), function.name.text == name else { return nil }
                return function.genericParameterClause == nil
                    ? function.signature.returnClause?.type.trimmedDescription ?? "Void" : "Self"
            }
            return decl.as(VariableDeclSyntax.self)?.bindings
                .first { $0.pattern.trimmedDescription == name }
                .map { $0.typeAnnotation?.type.trimmedDescription ?? Self.type(of: $0.initializer?.value) ?? "Self" }
        }
        guard let type = types.first, Set(types).count == 1, isPlain(type) else { return nil }
        return type
    }

    /// Returns whether a type means the same where the caller is.
    private func isPlain(_ type: String) -> Bool {
        let words = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        let isSimple = type.allSatisfy { $0.isLetter || $0.isNumber || "_[]?: ".contains($0) }
        return isSimple && words.allSatisfy { AccessorReader.isData($0) || index.type($0)?.owner.name == $0 }
    }
}
