import SeamKit
import Synchronization

/// Decides whether a caller can read an accessor when it is made, and not at its first use.
///
/// It can if nobody sees when the instance is made, or if the instance is certainly made by then.
struct EarlyReading {
    let index: CodeTree
    let creation: Creation
    /// The names of the accessor: `Store`, `shared`; one for a global.
    private let access: [String]
    /// The variable that has the instance.
    private let variable: Reach.Variable
    private let instance: InjectedType
    private let lines = Lines()

    /// The lines before which callers are made.
    private final class Lines: Sendable {
        let known = Mutex<[CodeTree.TypeID: String?]>([:])
    }

    init(_ instance: InjectedType, of singleton: Singleton, index: CodeTree) {
        (self.index, self.instance) = (index, instance)
        creation = instance.creation
        let isGlobal = singleton.shape == .global || singleton.shape == .world
        let type = isGlobal ? [] : singleton.name.split(separator: ".").map(String.init)
        access = type + [instance.accessor.name]
        let owner = isGlobal ? nil : index.id(of: singleton)
        variable = creation.variable ?? Reach.Variable(owner: owner, name: instance.accessor.name)
    }

    /// Returns why a caller can't read the accessor when it is made; nil if it can.
    func obstacle(for caller: OwnerDecl) -> Observation? {
        if instance.isReplaced(whileExists: caller, index) {
            let replacer = creation.observation?.replacer ?? (creation.replaced == nil ? nil : .start)
            return Observation(effect: .replacement, code: access.joined(separator: "."), replacer: replacer)
        }
        if isMadeByWhatIsNeeded(caller) { return Observation(effect: .cycle, code: caller.name) }
        guard let observation = creation.observation(for: caller, index) else { return nil }
        return line(before: caller) == nil ? observation : nil
    }

    /// Returns whether a caller is made while the system makes what making the instance needs, such as the delegate of the application.
    private func isMadeByWhatIsNeeded(_ owner: OwnerDecl) -> Bool {
        guard let caller = index.id(of: owner) else { return false }
        return creation.needed.contains { type in
            guard index.isRunBySystem(type) else { return false }
            return index.known(\.made, type) { Reach.types(madeWith: $0, index: index) }.contains(caller)
        }
    }

    /// Returns the line by which the instance is certainly made when an instance of a type is; nil if that isn't certain, or if
    /// nobody sees when the instance is made.
    func line(before owner: OwnerDecl) -> String? {
        // An instance that makes the caller isn't made before it, and one that is replaced is another later.
        guard let type = index.id(of: owner), let observation = creation.observation, !observation.isLasting,
            observation.replacer == nil, !creation.types.contains(type)
        else { return nil }
        if let known = lines.known.withLock({ $0[type] }) { return known }
        let line = reads(whenMaking: type)?.line ?? taken(by: type) ?? launched(before: type) ?? readByMakers(of: type)
        lines.known.withLock { $0[type] = .some(line) }
        return line
    }

    private func launched(before type: CodeTree.TypeID) -> String? {
        index.launch.line(reading: variable, before: type, index: index)
    }

    /// Returns whether a function reads the accessor, and nobody sees what it does before.
    ///
    /// - Parameter isOnce: whether it reads it nowhere else, so that no other instance can come between two reads.
    func isRead(firstBy function: Declaration, of owner: OwnerDecl, isOnce: Bool) -> Bool {
        if creation.isReplaced, !isOnce { return false }
        return isRead(by: function, of: index.id(of: owner), after: Reach(index: index)) != nil
    }

    /// Returns whether a caller can read the accessor when it makes a closure, and not when that runs: the instance is there by then, or
    /// nobody sees that it is made.
    func isQuiet(before closure: ClosureNode, in file: ParsedFile, of caller: OwnerDecl) -> Bool {
        guard let found = obstacle(for: caller) else { return true }
        return !found.effect.isReplacement
            && ReadBefore(index: index, access: access).isRead(before: closure, in: file)
    }

    /// Returns whether a function has certainly read the accessor by the time that it makes a call, and reads the same instance again.
    func isRead(before call: CallNode, in file: ParsedFile) -> Bool {
        !creation.isReplaced && ReadBefore(index: index, access: access).line(before: call, in: file) != nil
    }

    // MARK: - What reads it first

    /// Where an accessor is read first, and the types that are made before.
    private typealias First = (line: String, types: Set<CodeTree.TypeID>)

    /// Returns the first read of the accessor, if making an instance of a type always reads it, and nobody sees what runs before; nil
    /// otherwise.
    private func reads(whenMaking type: CodeTree.TypeID) -> First? {
        let parts = index.code(of: type)
        let all = parts.filter(\.isConcreteType)
        guard all.count == 1, let own = all.first, own.kind != .enum else { return nil }
        var reach = Reach(index: index)
        for property in own.members.flattened where property.kind == .property && !property.isStatic {
            guard !property.hasModifier("lazy"), property.conditions.isEmpty else { continue }
            for binding in property.bindings where binding.isStored {
                guard let body = binding.valueBody else { continue }
                if property.isComputedAtOnce, let action = body.actions.first(where: isRead) {
                    return (property.document.place(of: action), reach.record.types)
                }
                guard body.actions.allSatisfy({ reach.isQuiet($0, making: type, in: property) }) else { return nil }
            }
        }
        let initializers = parts.flatMap(\.members.flattened).filter { $0.kind == .initializer && !$0.isDelegating }
        guard !initializers.isEmpty else { return nil }
        let made = initializers.map { isRead(by: $0, of: type, after: reach) }
        guard let first = made[0], made.allSatisfy({ $0 != nil }) else { return nil }
        return (first.line, made.compactMap { $0?.types }.reduce([]) { $0.union($1) })
    }

    private func isRead(by function: Declaration, of type: CodeTree.TypeID?, after reach: Reach) -> First? {
        var reach = reach
        let actions = function.body?.actions ?? []
        let reads = actions.filter(isRead)
        for action in actions {
            // What is called on the instance computes its arguments when that is there.
            if let read = reads.first(where: { $0.range.contains(action.offset) }) {
                return (function.document.place(of: read), reach.record.types)
            }
            guard reach.isQuiet(action, making: type, in: function) else { return nil }
        }
        return nil
    }

    private func isRead(_ action: CodeBody.Action) -> Bool {
        guard case .chain(let chain) = action.kind, case .name(let root) = chain.root, !action.isConditional,
            action.calls.allSatisfy(index.computesArguments(of:))
        else { return false }
        let names =
            [root]
            + chain.steps.prefix(access.count - 1).compactMap { step in
                if case .member(let name) = step { name } else { nil }
            }
        return names == access
    }

    /// Returns the line at which an object reads the accessor that each initializer of a type takes; nil if there is no such object.
    private func taken(by type: CodeTree.TypeID) -> String? {
        let members = index.code(of: type).flatMap(\.members.flattened)
        let initializers = members.filter { $0.kind == .initializer }
        if initializers.isEmpty, index.code(of: type).contains(where: { $0.kind == .struct }) {
            return members.lazy.filter(\.isMemberwiseArgument).compactMap { property in
                read(byMaking: property.bindings.first?.type, in: property, of: type)
            }.first
        }
        let lines = initializers.map { initializer in
            initializer.parameters.lazy.filter { !$0.hasDefault }.compactMap { parameter in
                read(byMaking: parameter.type, in: initializer, of: type)
            }.first
        }
        return lines.contains { $0 == nil } ? nil : lines.first ?? nil
    }

    /// Returns the line at which an object reads the accessor that a member of a type takes; nil if it takes something else.
    private func read(byMaking taken: TypeStructure?, in member: Declaration, of type: CodeTree.TypeID) -> String? {
        guard let name = taken?.unmodified.fullName,
            let object = index.id(name, inFile: member.document.path, inside: type), object != type,
            index.code(of: object).contains(where: { $0.kind == .class })
        else { return nil }
        return reads(whenMaking: object)?.line
    }

    // MARK: - What makes it

    /// Returns the line of a read, if all code that makes a type has read the accessor before, or is code of objects for which that is so.
    ///
    /// Whichever of them was made first was made by code that reads it.
    private func readByMakers(of type: CodeTree.TypeID) -> String? {
        let before = ReadBefore(index: index, access: access)
        var (line, seen): (String?, Set<CodeTree.TypeID>) = (nil, [type])
        var open = [type]
        while let next = open.popLast() {
            guard let places = index.makers.places(making: next, index), !places.isEmpty else { return nil }
            for place in places {
                if let found = before.line(before: place.call, in: place.file) {
                    line = line ?? "\(place.file.path):\(found)"
                    continue
                }
                guard let maker = place.owner.flatMap(index.id(of:)) else { return nil }
                if let found = (place.isAfterwards ? reads(whenMaking: maker)?.line : nil) ?? launched(before: maker) {
                    line = line ?? found
                } else if seen.insert(maker).inserted {
                    open.append(maker)
                }
            }
        }
        return line
    }
}

extension InjectedType {
    /// Returns whether an object of a type may have to do with two instances, if it has one since it was made. Where people let callers
    /// read the accessor then anyway, what tests or a launch replace is no second one.
    func isOther(whileExists owner: OwnerDecl, _ index: CodeTree) -> Bool {
        isReplaced(whileExists: owner, index) && !isUsual(in: index.module(ofFile: owner.path))
    }

    /// Returns whether tests or a launch may replace the instance, and people let callers of a module read it early anyway.
    func isUsual(in module: String) -> Bool {
        creation.replaced != nil && creation.observation?.replacer == nil && creation.earlyModules.contains(module)
    }

    /// Returns whether another instance may take the place of this one while there is an instance of a type that goes on.
    func isReplaced(whileExists owner: OwnerDecl, _ index: CodeTree) -> Bool {
        if creation.observation?.effect.isReplacement == true { return true }
        guard let said = creation.replaced else { return false }
        // What something static keeps goes on in the next test.
        return index.lifetimes.isKept(owner.name.lastName, index) || index.lifetimes.isMade(owner.name, by: said, index)
    }
}

extension SwiftDocument {
    fileprivate func place(of action: CodeBody.Action) -> String { "\(path):\(line(at: action.offset))" }
}

extension Declaration {
    /// Whether the initial value is computed when an instance is made. Some wrappers compute it later.
    var isComputedAtOnce: Bool {
        attributes.allSatisfy {
            $0.name.first?.isUppercase != true
                || ["Published", "ObservedObject", "State", "Bindable"].contains($0.name)
        }
    }

    /// Whether a property is an argument of each memberwise initializer, which then has the value already.
    fileprivate var isMemberwiseArgument: Bool {
        kind == .property && !isStatic && !hasModifier("lazy") && conditions.isEmpty
            && bindings.count == 1 && bindings.allSatisfy { $0.isStored && !$0.hasValue }
            && attributes.allSatisfy { ["ObservedObject", "Bindable", "State"].contains($0.name) }
    }

    /// Whether an initializer calls another one of `self`.
    fileprivate var isDelegating: Bool {
        hasModifier("convenience")
            || body?.actions.contains { action in
                guard case .chain(let chain) = action.kind, case .selfValue = chain.root else { return false }
                if case .member("init")? = chain.steps.first { return true } else { return false }
            } == true
    }
}
