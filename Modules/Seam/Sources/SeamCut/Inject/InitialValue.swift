import SeamKit

/// The initial value of a property that reads the accessor, and moves into the initializers, where it reads what is passed.
struct InitialValue {
    let declaration: PropertyNode
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
                && site.context.memberDecl?.property != recipient.existing
        }
        if sites.isEmpty { return .success([]) }
        guard !recipient.isMemberwise, recipient.isWithInitializer else { return .failure(Fixed()) }
        var values: [InitialValue] = []
        for variable in recipient.owner.variables {
            let own = sites.filter { $0.context.memberDecl?.property == variable }
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
        _ variable: PropertyNode,
        reading contexts: [UseContext],
        as expression: String,
        _ recipient: Recipient
    ) {
        guard let binding = variable.part, let value = binding.value, let name = binding.name,
            !variable.modifierList.says("weak", "unowned"),
            Self.movable.isSuperset(of: variable.attributeList.names),
            !contexts.contains(where: { $0.isConditional || $0.isInMacro }),
            contexts.allSatisfy({ context in
                // The tree may not declare the protocol yet, and has to be cut the same way once it does.
                if recipient.instance.isProtocol { return context.closures.isEmpty || recipient.instance.isSendable }
                let isolation = IsolationReader(index: recipient.index).isolation(
                    of: recipient.owner,
                    in: recipient.file
                )
                return context.mayCapture(recipient.instance, on: isolation, in: recipient.file, recipient.index)
            })
        else { return nil }
        let inference = ValueType(index: recipient.index, instance: recipient.instance, place: recipient.owner)
        let edits = contexts.map { TextEdit(replacing: $0.access, with: $0.access.replacement(expression)) }
        self.init(variable, name, value, inference, reading: contexts.map(\.access), recipient.file, edits)
    }

    /// Creates the moved value of a property.
    ///
    /// - Parameters:
    ///   - accesses: the accesses of the instance in the value.
    ///   - edits: those of the file that are in the value.
    private init?(
        _ variable: PropertyNode,
        _ name: String,
        _ value: ExpressionNode,
        _ inference: ValueType,
        reading accesses: [ExpressionNode],
        _ file: ParsedFile,
        _ edits: [TextEdit]
    ) {
        if variable.parts.first?.type == nil {
            guard let type = inference.type(of: value, reading: accesses) else { return nil }
            annotation = ": " + type
        } else {
            annotation = ""
        }
        (declaration, self.file, self.name) = (variable, file, name)
        wrapper = variable.attributeList.names.first(where: Self.wrappers.contains)
        let start = value.offset
        let own = edits.map { TextEdit(offset: $0.offset - start, old: $0.old, new: $0.new) }
        let bytes = Array(value.code.utf8)
        text = String(decoding: FileChange(path: "", bytes: bytes, edits: own).result, as: UTF8.self)
    }

    /// Creates the moved value of a property that makes other objects; nil if it can't move.
    ///
    /// - Parameter edits: those of the file that are in the value.
    init?(moving variable: PropertyNode, in file: ParsedFile, _ inference: ValueType, _ edits: [TextEdit] = []) {
        guard let binding = variable.part, let value = binding.value, binding.isPlain, let name = binding.name,
            Self.movable.union(Self.wrappers).isSuperset(of: variable.attributeList.names), variable.isDirectMember
        else { return nil }
        self.init(variable, name, value, inference, reading: [], file, edits)
    }

    /// The attributes of properties that an initializer may set.
    private static let movable: Set<String> = ["Published", "objc", "ObservationIgnored"]
    /// The wrappers of a view's properties that an initializer may set.
    private static let wrappers: Set<String> = ["StateObject", "ObservedObject", "State", "Bindable"]

    /// Returns whether making an initial value may do more than make a constant.
    static func hasEffects(_ variable: PropertyNode) -> Bool {
        if variable.modifierList.says("static", "class", "lazy") { return false }
        return variable.parts.contains { $0.value?.isConstant == false }
    }

    /// The edit that takes the value out of the declaration.
    var removal: TextEdit? {
        declaration.valueRange.map { file.replacement($0, with: annotation) }
    }

    /// The statement that sets the property, for an initializer whose lines begin with `indent`.
    func statement(indent: String) -> String {
        let own = file.indent(of: declaration.offset)
        let extra = indent.hasPrefix(own) ? String(indent.dropFirst(own.count)) : ""
        let value = text.replacing("\n", with: "\n" + extra)
        return wrapper.map { "_\(name) = \($0)(wrappedValue: \(value))" } ?? "self.\(name) = \(value)"
    }
}

/// Finds the type of a value, where its text says it.
struct ValueType {
    let index: TypeIndex
    let instance: InjectedType
    /// The type around the value.
    let place: OwnerDecl

    /// What Foundation's defaults return.
    private static let defaults = [
        "bool": "Bool", "integer": "Int", "double": "Double", "float": "Float", "string": "String?", "data": "Data?",
        "array": "[Any]?", "dictionary": "[String: Any]?", "object": "Any?", "url": "URL?", "stringArray": "[String]?",
    ]

    /// Returns the type; nil if it isn't known.
    ///
    /// - Parameter accesses: the accesses of the instance in the value.
    func type(of value: ExpressionNode, reading accesses: [ExpressionNode]) -> String? {
        if value.isOperation {
            guard let (first, fallback) = value.choice, let left = type(of: first, reading: accesses),
                left.hasSuffix("?"), fallback.literalType != nil
            else { return nil }
            return String(left.dropLast())
        }
        if let elements = value.arrayElements {
            let types = Set(elements.map { type(of: $0, reading: accesses) })
            return types.count == 1 ? types.first?.map { "[\($0)]" } : nil
        }
        if let call = value.call {
            if case (let name, let base?)? = call.calledMember, accesses.contains(base) {
                return result(of: name, isFunction: true)
            }
            let name = call.calleeText
            guard name.isPlainName, name.first?.isUppercase == true, let type = index.type(name, in: place),
                type.owner.name == name
            else { return nil }
            let isFailable = index.parts(of: type.owner).flatMap(\.owner.initializers).contains(where: \.isFailable)
            return isFailable || type.owner.node.isGeneric || type.owner.kind == .protocol ? nil : name
        }
        guard case (let name, let base?)? = value.reference, accesses.contains(base) else {
            return accesses.contains(value) ? instance.type.text : nil
        }
        return result(of: name, isFunction: false)
    }

    /// Returns the type of the instance's member, if all members of the name have the same.
    private func result(of name: String, isFunction: Bool) -> String? {
        if instance.type.fullName == "UserDefaults", isFunction { return Self.defaults[name] }
        let members = index.parts(of: instance).flatMap(\.owner.memberDecls)
        let types = members.compactMap { decl -> String? in
            if isFunction {
                guard let function = decl.function, function.ownName == name else { return nil }
                return function.isGeneric ? "Self" : function.ownResult?.code ?? "Void"
            }
            return decl.property?.parts.first { $0.written == name }
                .map { $0.type?.code ?? $0.value?.literalType ?? "Self" }
        }
        guard let type = types.first, Set(types).count == 1, isPlain(type) else { return nil }
        return type
    }

    /// Returns whether a type means the same where the caller is.
    private func isPlain(_ type: String) -> Bool {
        let words = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        let isSimple = type.allSatisfy { $0.isLetter || $0.isNumber || "_[]?: ".contains($0) }
        return isSimple && words.allSatisfy { AccessorReader.isData($0) || index.type($0, in: place)?.owner.name == $0 }
    }
}
