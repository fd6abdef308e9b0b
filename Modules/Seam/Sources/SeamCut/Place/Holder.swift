import SeamKit

/// A stored property of a caller that has the accessor's instance already: the caller's dependency.
struct Holder {
    let name: String
    let owner: OwnerDecl
    let file: ParsedFile
    /// Whether only the file of the type sees it.
    let isPrivate: Bool
    /// Whether it may have another instance than the accessor's.
    let isOther: Bool
    /// The labels of the arguments that set it.
    let labels: Set<String>
    let declaration: PropertyNode
    /// The instance as the property has it: as it is, or through a protocol.
    let seen: InjectedType
    /// The declaration, if the accessor is its initial value when an instance is made.
    let valued: PropertyNode?

    /// Finds the property of a type; nil if none has the instance.
    ///
    /// - Parameter visited: the types that are being examined already, with the property in question.
    init?(
        in home: CodeTree.Declaration,
        access: String,
        instance: InjectedType,
        index: CodeTree,
        visited: [String: String] = [:]
    ) {
        let (file, owner) = home
        guard [.class, .struct, .actor].contains(owner.kind) else { return nil }
        let isView = owner.kind == .struct && index.conforms(owner, to: Recipient.views)
        for variable in owner.variables {
            let words = variable.modifierList
            let isLazy = words.says("lazy")
            guard variable.attributeList.isEmpty || isView && Self.wrapper(of: variable) != nil,
                variable.isStoredInInstances || isLazy && owner.kind == .class,
                let binding = variable.part, binding.isPlain, !words.says("weak", "unowned"),
                let name = binding.name, let seen = instance.seen(as: binding.type?.structure, index)
            else { continue }
            var value = HeldValue(access: access, instance: seen, owner: owner, index: index)
            value.visited = visited.merging([owner.name: name]) { $1 }
            let isVariable = !variable.isLet
            var passed: Set<String> = isVariable ? [name] : []
            if let initial = binding.value?.code {
                guard value.accesses.contains(initial), seen.isSendable || !instance.isSendable else { continue }
            } else {
                guard let found = value.labels(storedIn: name) else { continue }
                passed.formUnion(found)
            }
            labels = passed
            (self.name, self.owner, self.file, self.seen) = (name, owner, file, seen)
            declaration = variable
            valued = binding.value == nil || isLazy ? nil : variable
            isPrivate = variable.isPrivate
            isOther =
                instance.isOther(whileExists: owner, index) || isVariable && Self.isAssigned(name, of: owner, index)
                || passed.contains(where: value.isPassedOther)
            return
        }
        guard let other = owner.variables.first(where: { Self.isAnother($0, than: instance) }),
            let name = other.part?.name
        else { return nil }
        (self.name, self.owner, self.file, declaration) = (name, owner, file, other)
        (isPrivate, isOther, labels, valued, seen) = (other.isPrivate, true, [], nil, instance)
    }

    /// Returns the name of the parameter that an initializer stores in the property as it is; nil if it stores something else.
    func parameter(of initializer: InitializerNode) -> String? {
        let stored = initializer.assignments.filter { $0[0] == name || $0[0] == "self." + name }
        return stored.count != 1
            ? nil
            : initializer.parameters.first { parameter in
                stored[0].dropFirst(2).elementsEqual([parameter.innerName])
                    && parameter.typeNode.structure == seen.type
            }?.innerName
    }

    /// Whether a property has an object of the type that comes from elsewhere, such as the environment of a view.
    private static func isAnother(_ property: PropertyNode, than instance: InjectedType) -> Bool {
        guard property.isStoredInInstances || property.modifierList.says("lazy"), let binding = property.part else {
            return false
        }
        if let type = property.environmentType { return type == instance.type.text }
        let type = binding.type?.structure
        return type == instance.type || type?.isImplicitlyUnwrapped == true && type?.wrapped == instance.type
    }

    /// Finds the property that a class inherits from another class that it sees; nil if none certainly has the instance.
    init?(
        inheritedBy home: CodeTree.Declaration,
        access: String,
        instance: InjectedType,
        index: CodeTree
    ) {
        let (file, owner) = home
        let (line, module) = (index.superclasses(of: owner), index.module(ofFile: file.path))
        var hidden = index.memberNames(of: owner)
        for above in line {
            guard let home = index.declaration(of: above) else { return nil }
            let isNear = index.module(ofFile: home.file.path) == module
            if let found = Holder(in: home, access: access, instance: instance, index: index) {
                guard isNear || found.declaration.isVisibleOutside, !found.isPrivate, !found.isOther,
                    !hidden.contains(found.name),
                    !instance.isOther(whileExists: owner, index)
                else { return nil }
                self = found
                return
            }
            hidden.formUnion(index.memberNames(of: above))
        }
        return nil
    }

    /// Returns whether code of a file can say the property.
    func isSeen(in other: ParsedFile, _ index: CodeTree) -> Bool {
        if file.path == other.path { return true }
        let isNear = index.module(ofFile: file.path) == index.module(ofFile: other.path)
        return !isPrivate && (isNear || declaration.isVisibleOutside)
    }

    /// Returns the wrapper by which a view keeps an object; nil if the property has none, or another.
    static func wrapper(of variable: PropertyNode) -> String? {
        variable.onlyAttribute(among: ["ObservedObject", "StateObject", "State", "Bindable"])
    }

    /// Returns whether code of the tree, outside of tests, may assign a property of a type after that has been made: what an initializer
    /// sets, and what other types set of their own, doesn't count.
    private static func isAssigned(_ name: String, of owner: OwnerDecl, _ index: CodeTree) -> Bool {
        index.paths(saying: name).contains { path in
            guard !index.isTest(path), let file = index.file(path) else { return false }
            return file.tokens(name).contains { token in
                guard token.isAssignedName else { return false }
                guard let place = token.nameNode, !place.isMember || place.base?.code == "self",
                    let around = file.owner(around: token)
                else { return true }
                if index.isSame(around, owner) { return token.nearest(InitializerNode.self) == nil }
                // A subclass, or the extension of a protocol that asks for it.
                return index.inherits(around, from: owner) || index.inherits(owner, from: around)
            }
        }
    }
}

/// What initializers store in a property.
struct HeldValue {
    let access: String
    let instance: InjectedType
    let owner: OwnerDecl
    let index: CodeTree
    /// The types that are being examined, whether they hold the instance.
    var visited: [String: String] = [:]

    /// The accessor, with its type and without.
    var accesses: Set<String> { [access, instance.value(of: access)] }

    /// Returns the labels of the parameters from which initializers store a property; nil if one of them stores something else
    /// than such a parameter, or the accessor.
    func labels(storedIn name: String) -> Set<String>? {
        let all = owner.initializers
        // A structure is made by its memberwise initializer, which takes the property.
        if all.isEmpty, owner.kind == .struct { return isMadeElsewhere ? [Self.other] : [name] }
        let initializers = all.filter { !$0.isDelegating && !$0.endsProcess }
        guard !initializers.isEmpty else { return nil }
        var result: Set<String> = []
        for initializer in initializers {
            let stored = initializer.assignments.filter { $0[0] == name || $0[0] == "self." + name }
            guard stored.count == 1, let found = labels(of: Array(stored[0].dropFirst(2)), in: initializer) else {
                return nil
            }
            result.formUnion(found)
        }
        return result
    }

    /// Whether an extension has an initializer that sets properties.
    private var isMadeElsewhere: Bool {
        index.parts(of: owner).filter { $0.owner.kind == .extension }.flatMap(\.owner.initializers)
            .contains { !$0.isDelegating }
    }

    private func labels(of parts: [String], in initializer: InitializerNode) -> Set<String>? {
        if parts.count == 1, accesses.contains(parts[0]) { return [] }
        if parts.count == 1, let local = initializer.localValue(of: parts[0])?.operandTexts {
            return local == parts ? nil : labels(of: local, in: initializer)
        }
        guard let parameter = initializer.parameters.first(where: { $0.innerName == parts[0] }),
            parts.count == 1 || parts.count == 3 && parts[1] == "??",
            [instance.type, instance.optionalType].contains(parameter.typeNode.structure)
        else { return nil }
        // What is passed if nothing is.
        let value = parts.count == 3 ? parts[2] : parameter.value?.code
        let isOther = value.map { !accesses.contains($0) } ?? (parts.count == 3)
        return isOther ? [Self.other] : [parameter.label]
    }

    /// In place of a label, if what is stored is another instance than the accessor's without any argument.
    private static let other = "="

    /// Returns whether some call outside of tests passes something else than the accessor.
    func isPassedOther(_ label: String) -> Bool {
        // Nobody can search for an argument without a label.
        if label == Self.other || label == "_" { return true }
        let isInherited = owner.kind == .class && index.isInherited(owner)
        let names = isInherited ? index.lastNames.relatives(of: owner.simpleName).names : [owner.simpleName]
        return Set(names.flatMap { index.paths(saying: $0, label) }).contains { path in
            guard !index.isTest(path), let file = index.file(path) else { return false }
            return file.tokens(label).contains { token in
                guard let argument = token.labelled else { return false }
                let callee = argument.call.calleeText
                // What it passes to its superclass makes none of its own.
                if callee == "super.init", file.owner(of: argument.value)?.simpleName == owner.simpleName {
                    return false
                }
                let makes =
                    [".init", "self.init", "super.init", "Self"].contains(callee)
                    || callee.split(separator: ".").contains { names.contains(String($0)) }
                return makes && !isAccessor(argument.value, in: file)
            }
        }
    }

    /// Returns whether an argument is the accessor, or what the type around it holds for it.
    func isAccessor(_ argument: ExpressionNode, in file: ParsedFile) -> Bool {
        let text = argument.code
        if accesses.contains(text) { return true }
        let name = text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
        guard name.isPlainName, let part = file.owner(of: argument),
            let home = part.kind == .extension ? index.declaration(of: part) : (file, part)
        else { return false }
        // This type is assumed to hold it while others are examined that depend on it.
        if let own = visited[home.owner.name] { return own == name && !argument.isHidden(by: name) }
        let holder = Holder(in: home, access: access, instance: instance, index: index, visited: visited)
        if text == name, let initializer = argument.nearest(InitializerNode.self),
            let parameter = initializer.parameters.first(where: { $0.innerName == name })
        {
            guard parameter.typeNode.structure == instance.type else { return false }
            if let holder { return !holder.isOther && holder.labels.contains(parameter.label) }
            // It only goes on to the superclass.
            let visited = visited.merging([home.owner.name: name]) { $1 }
            let passed = HeldValue(
                access: access,
                instance: instance,
                owner: home.owner,
                index: index,
                visited: visited
            )
            return initializer.localValue(of: name) == nil
                && parameter.value.map { accesses.contains($0.code) } != false && !passed.isPassedOther(parameter.label)
        }
        guard let holder, !holder.isOther else { return false }
        return holder.name == name && (text != name || !argument.isHidden(by: name))
    }
}
