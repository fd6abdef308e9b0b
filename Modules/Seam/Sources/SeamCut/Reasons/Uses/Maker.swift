import SeamKit

extension Reason {
    /// Whoever makes the caller can't pass the instance.
    static let maker = Reason(
        "maker",
        """
        A call makes the caller where nothing has the instance, so it relies on the default: in a free function, a
        static member, the initial value of a property, a default argument, a branch of `#if`, or in a type that can't
        take an instance to pass it. Or the maker's property may hold another instance, since the type is made
        elsewhere too. A mention whose meaning isn't clear (`.init()`, `Screen.self`, `typealias Other = Screen`)
        keeps the default as well. The other calls of the caller pass the instance nevertheless.
        """,
        advice: "Pass the instance there by hand, let the maker take it, or name the maker in `roots` of seam.yml.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                struct Row { func f() { Screen().show() } }
                """,
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).threading(),
            .passes(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).threading(),
        ]
    )
}

/// Why a maker can't pass the instance.
struct MakerRefusal: Error {
    let text: String
    var reason = Reason.maker

    init(_ text: String) { self.text = text }
}

/// A call that makes a caller, where an instance is to be passed.
struct Making {
    let construction: Construction
    let context: UseContext
    let instance: InjectedType
    let request: CutRequest

    private var isPreview: Bool { construction.isPreview(in: context.owner) }

    /// Whether the call may pass what the accessor returns: in a root, a test or a preview.
    var isAllowed: Bool {
        construction.isTest || isPreview || request.isRoot(context.owner, in: construction.file)
    }

    /// Throws if nothing can be passed there, whoever has the instance.
    func check() throws(MakerRefusal) {
        if context.isConditional { throw MakerRefusal("made in a branch of #if") }
        if context.isInMacro, !isPreview { throw MakerRefusal("made in a macro") }
    }

    /// Throws if the accessor can't be read there.
    func checkAccessor() throws(MakerRefusal) {
        let (index, file) = (request.index, construction.file)
        if let module = index.missing(instance, of: request.singleton, in: file),
            !index.isSeen(module, from: index.module(ofFile: file.path))
        {
            throw MakerRefusal("made in a module that doesn't depend on \(module)")
        }
        guard instance.isolation != .nonisolated else { return }
        // Top-level code of `main.swift` is the main actor's.
        let own = context.owner.map { IsolationReader(index: index).isolation(of: $0, in: file) }
        let isOnActor = own.map { $0 == instance.isolation } ?? (instance.isolation == .actor("MainActor"))
        guard isOnActor, context.closures.isEmpty else {
            throw MakerRefusal("the accessor belongs to another actor")
        }
    }

    /// Returns how the call reads the property of its maker. Throws if it can't.
    func reading(in owner: OwnerDecl) throws(MakerRefusal) -> Reading {
        if context.localFunctions.contains(where: { !SelfFinder.find(in: $0) }) {
            throw MakerRefusal("made in a local function")
        }
        switch context.member {
        case .none: throw MakerRefusal("made outside of a type")
        case .staticMember: throw MakerRefusal("made in a static member of \(owner.name)")
        case .value: throw MakerRefusal("made in the initial value of a property of \(owner.name)")
        case .defaultArgument: throw MakerRefusal("made in a default argument")
        case .initializer:
            // The parameter has the property's name.
            guard context.closures.isEmpty, context.localFunctions.isEmpty else {
                throw MakerRefusal("made in a closure of an initializer")
            }
            return .plain
        case .body, .lazyValue: break
        }
        let members = request.index.inheritedNames(of: owner)
        let found = ClosureRule(context: context, file: construction.file, members: members).reading()
        if found.isBarred { throw MakerRefusal(Reason.earlyRead.code) }
        if found.runsElsewhere, !instance.isSendable { throw MakerRefusal(Reason.sending.code) }
        return found.reading
    }
}
