import SeamKit

// Variables that are set, also by initializers that call one that the class inherits: `self.init(nibName: nil, bundle: nil)`.
extension Recipient {
    /// Whether a variable of the type can be set.
    var canBeVariable: Bool {
        owner.kind != .actor && (owner.kind == .struct || !index.conforms(owner, to: ["Sendable"]))
            && !owner.attributes.contains { $0.code == "@Observable" }
    }

    /// Returns a variable with the accessor as its value.
    ///
    /// - Parameter reason: why no initializer can take the instance; nil where the compiler's does.
    func variable(_ form: CallerForm, insteadOf reason: Reason? = nil) -> Injection {
        let value = value
        let words = form == .lazy ? "lazy var" : "var"
        let line = "\(words) \(property)\(instance.annotation(of: value)) = \(value)"
        var injection = Injection(stored: property, form: form, value: value, fullValue: accessor ?? value)
        injection.because = reason.map { FormReason(reason: $0, text: "no initializer can take it") }
        if let existing {
            // It keeps its type, such as a protocol.
            let typed = existing.parts.first { $0.type != nil }.map { "var \($0.code)" }
            injection.edits = [TextEdit(replacing: existing, with: typed ?? line)]
        } else {
            injection.declaration = [line]
        }
        return injection
    }

    /// Lets the initializers that call an inherited one take what a variable has, and set it, if some can.
    func setBehindDelegation(_ variable: Injection) -> Injection {
        let checks: [Check<Recipient>] = [.reference, .requirement, .overload, .branches]
        let takers = initializers.own.filter(canSetBehind)
        guard !request.options.isLate, accessor != nil, existing == nil, owner.kind == .class, !isShared,
            variable.declaration.count == 1, variable.form != .variable || !needsOptional, !takers.isEmpty,
            !index.isInherited(owner),
            request.reasons.first(of: checks, for: self) == nil
        else { return variable }
        var injection = variable
        (injection.takers, injection.isSetBehind) = (Set(takers), true)
        if variable.form == .variable {
            injection.parameter = "\(property): \(instance.type) = \(value)"
        } else {
            (injection.parameter, injection.parameterName) = ("\(property): \(instance.optionalType) = nil", property)
        }
        injection.declaration = variable.declaration.map { "private \($0)" }
        return injection
    }

    /// Returns whether an initializer calls one that the class inherits, which calls don't find by the same labels, and can take the
    /// instance.
    private func canSetBehind(_ initializer: InitializerNode) -> Bool {
        guard let call = initializer.delegation, initializer.parameters.contains(where: { $0.value == nil }),
            !initializer.modifierList.says("private", "fileprivate"), !initializer.isVisibleOutside,
            initializer.delegationPlace != nil, initializers.canTake(initializer, index),
            !file.hasName(property, in: initializer.plainNode)
        else { return false }
        let construction = Construction(file: file, node: call.expression, isTest: false)
        return file.edit(adding: [""], to: initializer.parameterList) != nil
            && !initializersOfAllParts.contains { construction.fits(CalledInitializer($0, takes: false)) }
    }
}

extension InitializerNode {
    /// The statement behind which an initializer that calls another one stores what it takes; nil if its body has several ways.
    var delegationPlace: StatementNode? {
        guard isDelegating, let statements = block?.list,
            let call = statements.firstIndex(where: { $0.code.hasPrefix("self.init(") })
        else { return nil }
        return statements[(call + 1)...].prefix { $0.stores(nil) }.last ?? statements[call]
    }
}
