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
        let canMove = recipient.isMemberwise ? recipient.isMadeWithoutArguments : recipient.isWithInitializer
        guard canMove else { return .failure(Fixed()) }
        var values: [InitialValue] = []
        for variable in recipient.owner.variables {
            let own = sites.filter { $0.context.memberDecl?.property == variable }
            if own.isEmpty {
                // It would be made before the value, and was made after it.
                if !values.isEmpty, hasEffects(variable), !recipient.mayComeFirst(variable) { return .failure(Fixed()) }
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
            Self.movable.union(Self.eager).isSuperset(of: variable.attributeList.names),
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
        // Others may read more of it than the protocol has, and what a type says isn't the protocol.
        let accesses = recipient.instance.isProtocol ? contexts.map(\.access) : []
        let isInstance = accesses.contains(value)
        // A protocol has what members are named, and nothing that a key path or a parameter of the type takes.
        if !isInstance, accesses.contains(where: { MemberUse(of: $0) == nil }) { return nil }
        if isInstance, binding.type != nil || !variable.isPrivate && recipient.isSaidByOthers(name) { return nil }
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
        if inference.isSetByInitializer(name) { return nil }
        if variable.parts.first?.type == nil {
            guard let type = inference.type(of: value, reading: accesses) else { return nil }
            annotation = ": " + type.text
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
    /// The wrappers of a view's properties that an initializer may set, where their value is computed each time the view is made.
    private static let eager: Set<String> = ["ObservedObject", "State", "Bindable"]
    /// All wrappers of a view's properties that an initializer may set.
    private static let wrappers = eager.union(["StateObject"])

    /// Returns whether making an initial value may do more than make a constant.
    static func hasEffects(_ variable: PropertyNode) -> Bool {
        if variable.modifierList.says("static", "class", "lazy") { return false }
        // It computes its value when the view is shown.
        if variable.attributeList.names.contains("StateObject") { return false }
        return variable.parts.contains { $0.value?.isConstant == false }
    }

    /// The edit that takes the value out of the declaration.
    var removal: TextEdit? {
        declaration.valueRange.map { file.replacement($0, with: annotation) }
    }

    /// The statement that sets the property, for an initializer whose lines begin with `indent`.
    func statement(indent: String, _ layout: Layout) -> String {
        let own = file.indent(of: declaration.offset)
        let extra = indent.hasPrefix(own) ? String(indent.dropFirst(own.count)) : ""
        let value = text.replacing("\n", with: "\n" + extra)
        // Others compute what they are given.
        guard wrapper == "StateObject" else { return "self.\(name) = \(value)" }
        let line = "_\(name) = StateObject(wrappedValue: \(value))"
        if value.contains("\n") || layout.fits(indent + line) { return line }
        return "_\(name) = StateObject(\n\(indent + layout.indentation)wrappedValue: \(value)\n\(indent))"
    }
}

extension Recipient {
    /// Returns whether nothing of the tree sees that the initial values of a property are computed before others: they make objects of a
    /// framework out of constants, or what nobody sees being made.
    fileprivate func mayComeFirst(_ variable: PropertyNode) -> Bool {
        variable.parts.allSatisfy { part in
            guard let value = part.value, !value.isConstant else { return true }
            if let call = value.call, call.takesConstants,
                let type = call.callee.namedType?.simpleName, type.first?.isUppercase == true,
                index.type(type, in: owner) == nil
            {
                return true
            }
            return part.name.flatMap { name in index.id(of: owner).map { index.isQuiet(name, of: $0) } } == true
        }
    }

    /// Returns the initial values that move into the initializers, with what they read there.
    func moved(reading expression: String) -> [InitialValue] {
        (try? InitialValue.all(of: self, reading: expression).get()) ?? []
    }

    /// The first property whose initial value certainly reads the accessor, and moves into the initializer. What would be stored beside
    /// it stays when the accessor is replaced.
    var firstReader: PropertyNode? {
        guard !instance.creation.isReplaced, let first = moved(reading: property).first?.declaration else { return nil }
        let own = sites.map(\.context).filter { $0.memberDecl?.property == first }
        let isRead = own.contains { $0.access.isComputed(in: first) }
        return isRead ? first : nil
    }
}

/// Finds the type of a value, where declarations and the value say it.
struct ValueType {
    let index: CodeTree
    let instance: InjectedType
    /// The type around the value.
    let place: OwnerDecl

    /// Returns whether an initializer sets a property of the type. What moved behind that would take its place.
    fileprivate func isSetByInitializer(_ name: String) -> Bool {
        index.parts(of: place).contains { file, _ in
            file.tokens(name.withoutBackticks).contains { token in
                guard token.outerDeclaration?.initializer != nil, let owner = file.owner(around: token) else {
                    return false
                }
                return index.isSame(owner, place)
                    && (token.isAssignedName || token.nameNode?.expression.isWritten == true)
            }
        }
    }

    /// What Foundation's defaults return.
    private static let defaults: [String: TypeStructure] = {
        let (text, any) = (TypeStructure(named: "String"), TypeStructure(named: "Any"))
        return [
            "bool": TypeStructure(named: "Bool"), "integer": TypeStructure(named: "Int"),
            "double": TypeStructure(named: "Double"), "float": TypeStructure(named: "Float"),
            "string": .optional(text), "data": .optional(TypeStructure(named: "Data")),
            "url": .optional(TypeStructure(named: "URL")), "object": .optional(any), "array": .optional(.array(any)),
            "stringArray": .optional(.array(text)), "dictionary": .optional(.dictionary(key: text, value: any)),
        ]
    }()

    /// Returns the type; nil if it isn't known, or means something else where the caller is.
    ///
    /// - Parameter accesses: the accesses of the instance in the value.
    func type(of value: ExpressionNode, reading accesses: [ExpressionNode]) -> TypeStructure? {
        if value.isOperation {
            guard let (first, fallback) = value.choice, fallback.literalType != nil else { return nil }
            return type(of: first, reading: accesses)?.wrapped
        }
        if let elements = value.arrayElements {
            let types = Set(elements.map { type(of: $0, reading: accesses) })
            return types.count == 1 ? types.first?.map(TypeStructure.array) : nil
        }
        if let call = value.call {
            guard case (let name, let base?)? = call.calledMember else { return made(by: call) }
            if accesses.contains(base), instance.type.fullName == "UserDefaults" { return Self.defaults[name] }
            return type(of: base, reading: accesses).flatMap { result(of: name, isFunction: true, in: $0) }
        }
        if accesses.contains(value) { return instance.type }
        guard case (let name, let base?)? = value.reference else { return nil }
        return type(of: base, reading: accesses).flatMap { result(of: name, isFunction: false, in: $0) }
    }

    /// Returns the type that a call makes an instance of.
    private func made(by call: CallNode) -> TypeStructure? {
        guard let type = call.callee.namedType, let name = type.simpleName,
            let declared = index.type(name, in: place)?.owner, declared.name == name, declared.kind != .protocol,
            declared.node.isGeneric == !type.arguments.isEmpty, isPlain(type)
        else { return nil }
        let initializers = index.parts(of: declared).flatMap(\.owner.initializers)
        return initializers.contains(where: \.isFailable) ? nil : type
    }

    /// Returns the type of a member, if all members of the name have the same.
    private func result(of name: String, isFunction: Bool, in type: TypeStructure) -> TypeStructure? {
        let parts = type == instance.type ? index.parts(of: instance) : type.simpleName.map(declarations) ?? []
        let types = parts.flatMap(\.owner.memberDecls).compactMap { decl -> TypeStructure? in
            if isFunction {
                guard let function = decl.function, function.ownName == name else { return nil }
                return function.isGeneric ? .unknown(name) : function.ownResult?.structure ?? .tuple([])
            }
            return decl.property?.parts.first { $0.written == name }.map { part in
                part.type?.structure ?? part.value?.literalType.map(TypeStructure.init(named:))
                    ?? part.value?.call.flatMap(made) ?? .unknown(name)
            }
        }
        guard let found = types.first, Set(types).count == 1 else { return nil }
        let names = parts.first { $0.owner.isDeclaration }?.owner.node.genericNames ?? []
        if names.isEmpty { return isPlain(found) ? found : nil }
        guard names.count == type.arguments.count else { return nil }
        let known = Dictionary(zip(names, type.arguments)) { first, _ in first }
        let result = found.replacing { $0.simpleName.flatMap { known[$0] } }
        return isPlain(result) ? result : nil
    }

    private func declarations(of name: String) -> [CodeTree.Declaration] {
        index.type(name, in: place).map { index.parts(of: $0.owner) } ?? []
    }

    /// Returns whether a type means the same where the caller is.
    private func isPlain(_ type: TypeStructure) -> Bool {
        switch type {
        case .named(let name):
            let isKnown = AccessorReader.isData(name.name) || index.type(name.name, in: place)?.owner.name == name.name
            return name.qualifier == nil && isKnown && name.arguments.allSatisfy(isPlain)
        case .optional(let inner), .array(let inner): return isPlain(inner)
        case .dictionary(let key, let value): return isPlain(key) && isPlain(value)
        case .tuple(let elements): return elements.isEmpty
        default: return false
        }
    }
}
