import SeamKit

/// The initial values of a type's properties that make callers: they move into the initializers, which can pass what they take.
///
/// What is made after such a value stays after it, so it moves too.
struct MovedValues {
    let owner: OwnerDecl
    let file: ParsedFile
    let index: CodeTree
    let instance: InjectedType

    private var inference: ValueType { ValueType(index: index, instance: instance, place: owner) }

    /// Returns the properties whose values move if those of some properties do.
    private func variables(from first: Set<PropertyNode>) -> [PropertyNode] {
        let all = owner.variables
        let rest = all.drop { !first.contains($0) }
        return rest.filter { first.contains($0) || InitialValue.hasEffects($0) && !isForeign($0) }
    }

    private func isForeign(_ variable: PropertyNode) -> Bool {
        variable.parts.allSatisfy { part in
            // Nobody sees when that is made.
            let isQuiet = part.name.flatMap { name in index.id(of: owner).map { index.isQuiet(name, of: $0) } } == true
            return isQuiet || part.value.map(isForeign) ?? true
        }
    }

    /// Returns whether a value is nothing of the tree's: a constant, or an object of a foreign type (`UILabel()`, `Set<Row>()`).
    private func isForeign(_ value: ExpressionNode) -> Bool {
        if value.isConstant { return true }
        if value.isMember { return value.reference?.base.map(isForeignType) ?? true }
        guard let call = value.call else { return false }
        return (isForeignType(call.callee.unspecialized) || call.callee.arrayElements != nil)
            && call.values.allSatisfy(isForeign)
    }

    private func isForeignType(_ name: ExpressionNode) -> Bool {
        name.plainName.map { $0.first?.isUppercase == true && index.type($0, in: owner) == nil } == true
    }

    /// Returns the initializer that a structure gets which has none; nil if it can get none.
    func initializer(setting first: Set<PropertyNode>) -> WrittenInitializer? {
        let moved = variables(from: first)
        let names = Set(moved.compactMap { $0.parts.first?.written.withoutBackticks })
        // Whoever passes a value for such a property goes on to do so.
        let isPassed = index.paths(saying: owner.simpleName).compactMap(index.file).contains { file in
            let finder = ConstructionFinder([owner.simpleName], [], in: file, index: index)
            return finder.calls.flatMap(\.labels).contains(where: names.contains)
        }
        return isPassed ? nil : WrittenInitializer(of: owner, setting: Set(moved))
    }

    /// Why the value of a property can't move; nil if it can.
    func obstacle(of variable: PropertyNode) -> String? {
        guard [.class, .actor, .struct].contains(owner.kind) else { return "\(owner.name) has no initializer" }
        let initializers = Initializers(owner: owner, file: file)
        if owner.kind == .struct, initializers.own.isEmpty, initializer(setting: [variable]) == nil {
            return "the compiler makes the initializer"
        }
        for moved in variables(from: [variable]) where InitialValue(moving: moved, in: file, inference) == nil {
            let line = file.line(of: moved.offset)
            return moved == variable
                ? "its type isn't written, it has an attribute, or an initializer sets it"
                : "the value on line \(line), made after it, can't move"
        }
        return nil
    }

    /// Returns the values that move if those of some properties do.
    ///
    /// - Parameter edits: those of the file. The ones in the values are taken out.
    func values(moving first: Set<PropertyNode>, _ edits: inout [TextEdit]) -> [InitialValue] {
        variables(from: first).compactMap { variable in
            guard let range = variable.parts.first?.value?.span else { return nil }
            let own = edits.filter { range.contains($0.offset) }
            edits.removeAll { own.contains($0) }
            return InitialValue(moving: variable, in: file, inference, own)
        }
    }
}

extension MakerReading {
    /// Returns how the initial value of a maker's property reads what the initializers take, once it has moved into them.
    func movedValue() throws(MakerRefusal) -> MakerValue {
        guard let variable = context.memberDecl?.property, file.path == maker.file.path,
            context.owner == maker.owner, !context.isConditional
        else { throw .initialValue(of: maker.owner) }
        let moved = MovedValues(owner: maker.owner, file: maker.file, index: index, instance: instance)
        if let obstacle = moved.obstacle(of: variable) { throw .initialValue(of: maker.owner, obstacle) }
        try making.checkSending()
        let designated = Initializers(owner: maker.owner, file: maker.file).designated
        if designated.isEmpty, maker.owner.kind == .struct, !maker.isCarrier {
            throw .initialValue(of: maker.owner, "the compiler makes the initializer")
        }
        var (name, needsRequired) = (maker.property, false)
        switch maker.role {
        case .carrier: break
        case .function: throw .initialValue(of: maker.owner)
        case .caller(let caller):
            let takers = designated.compactMap(caller.taker)
            let names = Set(takers.map { caller.late == nil ? $0.name : caller.label })
            guard takers.count == designated.count, names.count == 1, let taken = names.first else {
                throw .initialValue(of: maker.owner, "not each initializer takes an instance")
            }
            (name, needsRequired) = (taken, takers.contains { !$0.hasInstance })
        case .holder(let held):
            guard !designated.isEmpty,
                designated.allSatisfy({
                    $0.parameters.contains {
                        $0.innerName.withoutBackticks == held.base && $0.typeText.last != "?"
                    }
                })
            else { throw .initialValue(of: maker.owner, "not each initializer takes an instance") }
            name = held.name
        }
        let base = String(name.prefix { $0 != "." })
        if context.binds(base, in: file) { throw .hidden(base) }
        return MakerValue(
            owner: maker.key,
            expression: name,
            capture: nil,
            needsRequired: needsRequired,
            isStored: false,
            moved: variable
        )
    }
}
