import SeamKit

extension Reason {
    /// No name for the property is free.
    static let name = Reason(
        "name",
        """
        No name for the property is free: use `--name`. Or a parameter or a variable around the use has the name
        of the property that is there: rename one of them.
        """,
        advice: "Rename what has the name, or use --name.",
        examples: [
            .triggers(
                """
                struct A {
                    let store = 1, sharedStore = 2, theStore = 3, storeInstance = 4
                    func f() { Store.shared.go() }
                }
                """
            ),
            .triggers(
                """
                struct A {
                    private static var store: Store { .shared }
                    static func f(store: Int) { Store.shared.go() }
                }
                """
            ).gathering(),
            .passes(
                """
                struct A {
                    let store = 1
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == CallerProperty? {
    /// No name is free.
    static var name: Check { Check(.name) { $0 == nil } }
}

extension Check where Subject == RetiredAccessor {
    /// No name is free where the instance is to be made.
    static var name: Check { Check(.name) { $0.homes.contains { $0.name == nil } } }
}

extension Check where Subject == PlacedUse {
    /// Something around the use has the property's name.
    static var name: Check {
        Check(.name) { use in
            use.candidate.reading?.isNameAlone == true && !use.candidate.canSaySelf
                && use.candidate.context.binds(use.property.name, in: use.property.file) && !use.isForConstant
        }
    }
}

extension PlacedUse {
    /// Whether only a constant with the accessor as its value has the name, for which a parameter of the function comes.
    fileprivate var isForConstant: Bool {
        guard candidate.holding?.function != nil else { return false }
        let (access, name) = (candidate.context.access, property.name)
        if access.constant(named: name, mayBeHeld: true) != nil { return true }
        if case .value(let value)? = access.localName(name) { return value.code == access.code }
        return false
    }
}
