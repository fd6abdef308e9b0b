/// The types, scopes and bodies around the current place, and what names mean there.
struct OpenScopes {
    typealias Index = FileFacts.Index

    /// A type around the current place, with what is to be as before when it ends.
    private struct OpenType {
        var path: Index
        var bodies: Int
        var firstLocal: Index
        var names: Mark
        var wasInObjectiveC: Bool
    }

    /// The names that are known at a place, to go back to.
    struct Mark {
        fileprivate var locals: Int
        fileprivate var types: Int
    }

    private var types: [OpenType] = []
    private var scopes: [Index] = []
    /// The number of bodies around the current place, within the innermost type.
    private var bodies = 0
    /// Local names, as bindings.
    private var locals = ScopedNames()
    /// The first binding of the innermost type; the ones before it are not visible from there.
    private var firstLocal: Index = 0
    /// The types that are declared in bodies, with the paths that distinguish them from others with the same name.
    private var localTypes = ScopedNames()
    /// The generic parameters, with the types that bound them, or -1.
    private var generics = ScopedNames()
    /// Whether Objective-C sees all members of the innermost type.
    private(set) var isInObjectiveC = false

    /// The path of the innermost type; -1 outside of types.
    var type: Index { types.last?.path ?? -1 }
    var isInType: Bool { !types.isEmpty }
    /// The innermost scope.
    var scope: Index { scopes.last ?? 0 }
    /// Whether a body is around the current place, within the innermost type.
    var isInBody: Bool { bodies > 0 }

    // MARK: Names

    /// Returns the root of a chain that begins with a name, and its base; nil for a name that is looked up later.
    func meaning(of name: Index) -> (FileFacts.ChainFact.Root, Index)? {
        if let binding = locals[name], binding >= firstLocal { return (.binding, binding) }
        if let bound = generics[name] { return (.generic, bound) }
        if let path = localTypes[name] { return (.localType, path) }
        return nil
    }

    /// Returns the type that bounds a generic parameter, -1 for one that is unbounded; nil for another name.
    func bound(of name: Index) -> Index? { generics[name] }

    mutating func declare(_ name: Index, as binding: Index) { locals.declare(name, as: binding) }

    mutating func declare(localType name: Index, as path: Index) { localTypes.declare(name, as: path) }

    mutating func declare(generic name: Index, boundBy type: Index) { generics.declare(name, as: type) }

    /// The local names and types that are known now.
    var names: Mark { Mark(locals: locals.mark, types: localTypes.mark) }

    /// Forgets the local names and types that were declared since.
    mutating func forgetNames(since mark: Mark) {
        locals.leave(mark.locals)
        localTypes.leave(mark.types)
    }

    /// The number of generic parameters that are known now.
    var genericMark: Int { generics.mark }

    mutating func forgetGenerics(since mark: Int) { generics.leave(mark) }

    // MARK: Entering and leaving

    mutating func enter(_ scope: Index) { scopes.append(scope) }

    mutating func leave() { scopes.removeLast() }

    /// Enters a body. Returns the names that are known outside, for leaving it.
    mutating func enterBody() -> Mark {
        bodies += 1
        return names
    }

    mutating func leaveBody(_ outer: Mark) {
        bodies -= 1
        forgetNames(since: outer)
    }

    /// Enters a type or an extension.
    ///
    /// - Parameter firstLocal: the number of the next binding.
    mutating func enterType(_ path: Index, isInObjectiveC: Bool, firstLocal: Index) {
        types.append(
            OpenType(
                path: path,
                bodies: bodies,
                firstLocal: self.firstLocal,
                names: names,
                wasInObjectiveC: self.isInObjectiveC
            )
        )
        (bodies, self.firstLocal, self.isInObjectiveC) = (0, firstLocal, isInObjectiveC)
    }

    mutating func leaveType() {
        let type = types.removeLast()
        (bodies, firstLocal, isInObjectiveC) = (type.bodies, type.firstLocal, type.wasInObjectiveC)
        forgetNames(since: type.names)
    }
}
