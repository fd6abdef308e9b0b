import SeamKit

/// How a use that can't read a property of its instance gets what was passed, and its name there.
struct HeldRead {
    let holding: Holding
    private(set) var name: String
    /// Whether what is there may be nil, because nothing was passed.
    var isOptional = true
    /// Whether the use is in an initial value that moves into the initializers.
    var isMoved = false

    /// The name of the property.
    var property: String? { isOptional ? nil : name }

    private init(_ holding: Holding, passed name: String) {
        (self.holding, self.name, isOptional) = (holding, name, false)
    }

    /// A parameter of a function.
    init(_ holding: Holding, parameter: FunctionTaker.Parameter) {
        (self.holding, name, isOptional) = (holding, parameter.name, parameter.value == nil)
    }

    /// What a type stores, or an initializer of it has as a parameter; nil if that doesn't get to the use.
    ///
    /// - Parameter instance: the accessor. The closure in which `??` has its fallback runs on no actor.
    init?(_ holding: Holding, of injection: Injection, for instance: InjectedType) {
        // What captures a lazy variable reads it.
        guard injection.form.isEarly || injection.form == .late && instance.isolation == .nonisolated else {
            return nil
        }
        self.holding = holding
        (name, isOptional) = (injection.stored, !injection.form.isEarly)
        switch holding {
        case .captured, .function: return
        case .parameter(let initializer):
            if let own = injection.own[initializer] {
                (name, isOptional) = (own, false)
                return
            }
            // The others store the accessor's, before anything else.
            if injection.form.isEarly {
                guard injection.form != .variable, injection.wrapper == nil, injection.setters.contains(initializer)
                else { return nil }
                return
            }
            name = injection.parameterName ?? name
            let isTaken =
                injection.takers.contains(initializer)
                || initializer.parameters.contains { $0.innerName == injection.stored }
            guard isTaken else { return nil }
        case .moved(let declaration):
            guard injection.moved.contains(where: { $0.declaration == declaration }) else { return nil }
            isMoved = true
        }
    }

    /// Returns the uses in initializers that have what a property gets as a parameter.
    static func parameters(_ holdings: [(row: Int, holding: Holding)], of holder: Holder) -> [Int: HeldRead] {
        var found: [Int: HeldRead] = [:]
        for (row, holding) in holdings {
            guard case .parameter(let initializer) = holding, let name = holder.parameter(of: initializer) else {
                continue
            }
            found[row] = HeldRead(holding, passed: name)
        }
        return found
    }

    /// Returns the body that can resolve the optional for all of its statements; nil if a closure has the use, or no body does.
    func body(around context: UseContext) -> BlockNode? {
        switch holding {
        case .function(let function): function.block
        case .parameter(let initializer) where context.closures.isEmpty: initializer.block
        case .parameter, .captured, .moved: nil
        }
    }

    /// Returns what reads the instance that was passed first, and then the accessor.
    func read(_ access: ExpressionNode, orElse fallback: String, in file: ParsedFile) -> Placement.Read {
        let captured = holding.closure.map { (name, $0) }
        let expression = isOptional ? access.replacement("\(name) ?? \(fallback)") : name
        // What a default argument gives a function stays while that runs.
        return Placement.Read(
            file: file,
            access: access,
            expression: expression,
            captured: captured,
            isParameter: holding.function != nil,
            isConstant: !isOptional && holding.function != nil
        )
    }
}
