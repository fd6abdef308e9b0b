import SeamKit

/// Finds out what tests run before they replace the instance of an accessor.
struct TestReplacement {
    private let index: TypeIndex
    private var words: Set<String> = []
    /// Whether some test gets to the place.
    private var isInTest = false
    /// The functions that were followed to their callers.
    private var followed: Set<String> = []

    /// Returns the words of that code; nil if something else than a test replaces the instance, or if nobody can tell.
    ///
    /// What a test has made is over when it ends, so that nothing matters that it replaces then.
    static func words(before places: [Replacement.Place], index: TypeIndex) -> Set<String>? {
        var words: Set<String> = []
        for place in places {
            var search = TestReplacement(index: index)
            guard search.follow(place), search.isInTest else { return nil }
            words.formUnion(search.words)
        }
        return words
    }

    private init(index: TypeIndex) { self.index = index }

    /// Returns whether a place is in a function that nothing calls.
    static func isNeverReached(_ place: Replacement.Place, index: TypeIndex) -> Bool {
        let search = TestReplacement(index: index)
        guard !index.isTest(place.file.path), let member = place.token.outerDeclaration,
            let name = member.function?.ownName,
            search.isCalledByName(member, of: place.file.owner(around: place.token))
        else { return false }
        return search.calls(of: name)?.isEmpty == true
    }

    /// Adds what may run before a place; returns whether only tests get there.
    private mutating func follow(_ place: Replacement.Place) -> Bool {
        let (file, token) = place
        guard let member = token.outerDeclaration else { return false }
        isInTest = isInTest || index.isTest(file.path)
        if index.isTest(file.path), member.isDeinitializer { return true }
        guard let before = token.mayFollow(in: member) else { return false }
        let owner = file.owner(around: token)
        let name = member.function?.ownName
        let isSetUp = name?.hasPrefix("setUp") != false
        let isEntry = index.isTest(file.path) && isEntry(member, of: owner)
        // Nothing that a test has made is used behind its last statement.
        if isEntry, name?.hasPrefix("tearDown") == true || !isSetUp && token.isInLastStatement(of: member) {
            return true
        }
        words.formUnion(file.tree.words(in: before))
        if isEntry {
            if let owner { add(suite: owner, isSetUp: isSetUp) }
            return true
        }
        guard let name, index.isTest(file.path) || isCalledByName(member, of: owner) else { return false }
        if !followed.insert(name).inserted { return true }
        return callers(of: name, isTest: index.isTest(file.path))?.allSatisfy { follow($0) } ?? false
    }

    /// Returns whether only code of the tree calls a function of the program, by its name.
    private func isCalledByName(_ member: DeclarationNode, of owner: OwnerDecl?) -> Bool {
        (owner == nil || member.modifierList.says("static"))
            && !member.isVisibleOutside && owner?.isForObjectiveC != true && member.attributeList.names.isEmpty
    }

    /// Returns whether the system calls a member in order to test: functions of a class of tests, those with `@Test`, and what makes
    /// an instance for each of these.
    private func isEntry(_ member: DeclarationNode, of owner: OwnerDecl?) -> Bool {
        if let function = member.function {
            return function.attributeList.names.contains("Test")
                || function.isEntryOfTests && owner.map { index.conforms($0, to: ["XCTestCase"]) } == true
        }
        let functions = owner.map { index.parts(of: $0).flatMap(\.owner.functions) } ?? []
        return member.initializer?.parameters.isEmpty == true
            && functions.contains { $0.attributeList.names.contains("Test") }
    }

    /// Adds what a type of tests runs before a test: the values of its properties, how it prepares, and the functions that these call.
    ///
    /// - Parameter isSetUp: whether what was added is how it prepares.
    private mutating func add(suite: OwnerDecl, isSetUp: Bool) {
        // A class of tests that inherits from it stores more.
        let below = index.isInherited(suite) ? index.relatives(of: suite.simpleName).names : []
        let parts = ([suite] + index.superclasses(of: suite)).flatMap(index.parts) + below.flatMap(index.declarations)
        let members = parts.flatMap(\.owner.memberDecls)
        var waiting: [DeclarationNode] = []
        for member in members {
            if let property = member.property, property.isStoredInInstances {
                words.formUnion(property.parts.flatMap { $0.value?.words ?? [] })
            } else if member.function?.ownName.hasPrefix("setUp") == true || member.initializer != nil {
                if !isSetUp { words.formUnion(member.words) }
            } else if member.function?.isEntryOfTests != true {
                waiting.append(member)
            }
        }
        words.addMembers(waiting)
    }

    /// Returns the calls of functions of a name; nil if one is used without a call, or if nothing calls one of the program.
    private func callers(of name: String, isTest: Bool) -> [Replacement.Place]? {
        calls(of: name).flatMap { $0.isEmpty && !isTest ? nil : $0 }
    }

    /// Returns the calls of functions of a name; nil if one is used without a call.
    private func calls(of name: String) -> [Replacement.Place]? {
        var calls: [Replacement.Place] = []
        for case let file? in index.paths(saying: name).map(index.file) {
            for token in file.tokens(name) {
                guard let node = token.nameNode else { continue }
                guard node.call != nil else { return nil }
                calls.append((file, token))
            }
        }
        return calls
    }
}

extension FunctionNode {
    /// Whether its name is one that XCTest calls.
    fileprivate var isEntryOfTests: Bool { ["test", "setUp", "tearDown"].contains(where: ownName.hasPrefix) }
}
