import SeamKit

/// What happens when an accessor makes its instance.
///
/// A caller may read the accessor when it is made itself only if nobody can see that the instance is made then, and not at the first
/// use. Where that isn't known, the observation says so: `nil` is always a promise.
struct Creation: Sendable, Hashable {
    /// Why somebody can see when the instance is made; nil if nobody can.
    var observation: Observation?
    /// The types whose instances may be made on the way.
    var types: Set<CodeTree.TypeID> = []
    /// The types whose values are read on the way: what properties and functions return, and what is cast to.
    var needed: Set<CodeTree.TypeID> = []
    /// What tests, or a launch, run before they replace the instance; nil if nothing replaces it.
    var replaced: SaidCode?
    /// The modules in which people let callers read the accessor when these are made, though tests or a launch replace the instance.
    var earlyModules: Set<String> = []
    /// The variable that has the instance; nil if that is the accessor.
    var variable: Reach.Variable?

    /// Nobody can see it, and nothing else is made.
    static let quiet = Creation()

    /// Whether anything may replace the instance.
    var isReplaced: Bool { observation?.effect.isReplacement == true || replaced != nil }

    /// Returns why a caller can't read the accessor when it is made itself; nil if it can.
    func observation(for caller: OwnerDecl, _ index: CodeTree) -> Observation? {
        if let observation { return observation }
        return makes(caller, index) ? Observation(effect: .cycle, code: caller.name) : nil
    }

    /// Returns whether an instance of a type may be made on the way.
    func makes(_ owner: OwnerDecl, _ index: CodeTree) -> Bool { index.id(of: owner).map(types.contains) == true }

    /// Returns whether a value of a type is read on the way.
    func needs(_ owner: OwnerDecl, _ index: CodeTree) -> Bool { index.id(of: owner).map(needed.contains) == true }
}

extension Creation {
    /// Follows what happens when the initial value of a variable is computed, or the variable itself.
    ///
    /// - Parameter declaration: the property that declares it.
    init(of variable: Reach.Variable, declaredBy declaration: Declaration, in index: CodeTree) {
        var reach = Reach(index: index, record: ReachRecord(isForTypes: true))
        var frame = ReachFrame(owner: variable.owner, document: declaration.document)
        (frame.dynamic, frame.isStatic) = (variable.owner, true)
        guard let binding = declaration.bindings.first(where: { $0.name == variable.name }),
            let body = binding.valueBody ?? declaration.body(of: "get")
        else {
            self.init(observation: Observation(effect: .unknown, code: variable.name))
            return
        }
        reach.enter(declaration, of: nil, isInitialValue: true) { reach in
            _ = reach.run(body, expecting: binding.type, in: frame)
        }
        let record = reach.record
        self.init(observation: record.observation, types: record.types, needed: record.needed)
    }
}
