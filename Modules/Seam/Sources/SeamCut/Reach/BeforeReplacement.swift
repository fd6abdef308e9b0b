import SeamKit

/// Finds out what runs before tests, or the launch of an application, replace the instance of an accessor.
struct BeforeReplacement {
    private let index: CodeTree
    private let type: OwnerDecl?
    private var said = SaidCode()
    /// Whether some test, or a launch, gets to the place.
    private var isReached = false
    /// The functions that were followed to their callers.
    private var followed: Set<String> = []

    /// Returns what that code says; nil if the instance is replaced at another time, or if nobody can tell.
    ///
    /// What a test has made is over when it ends, so that nothing matters that it replaces then.
    ///
    /// - Parameter type: the type that has the variable; nil for a global.
    static func code(before places: [Replacement.Place], of type: OwnerDecl?, index: CodeTree) -> SaidCode? {
        var said = SaidCode()
        for place in places {
            var search = BeforeReplacement(index: index, type: type)
            guard search.follow(place), search.isReached || isNeverReached(place, index: index) else { return nil }
            said.formUnion(search.said)
        }
        return said
    }

    private init(index: CodeTree, type: OwnerDecl?) { (self.index, self.type) = (index, type) }

    /// Returns whether a place is in a function that nothing calls.
    static func isNeverReached(_ place: Replacement.Place, index: CodeTree) -> Bool {
        let search = BeforeReplacement(index: index, type: nil)
        guard !index.isTest(place.file.path), let member = place.token.outerDeclaration,
            let name = member.function?.ownName,
            search.isCalledByName(member, of: place.file.owner(around: place.token), in: place.file)
        else { return false }
        return search.callers(of: name, declaredBy: member, in: place.file)?.isEmpty == true
    }

    /// Adds what may run before a place; returns whether only tests and launches get there.
    private mutating func follow(_ place: Replacement.Place) -> Bool {
        let (file, token) = place
        guard let member = token.outerDeclaration else { return false }
        if index.isTest(file.path), member.isDeinitializer { return true }
        guard let use = token.nameNode, let before = token.mayFollow(in: member) else { return false }
        let isOnce = before.upperBound == token.offset
        guard isOnce || index.isTest(file.path) else { return false }
        let owner = file.owner(around: token)
        let name = member.function?.ownName
        let isSetUp = name?.hasPrefix("setUp") != false
        let isEntry = index.isTest(file.path) && isEntry(member, of: owner)
        isReached = isReached || index.isTest(file.path)
        // Nothing that a test has made is used behind its last statement.
        if isEntry, name?.hasPrefix("tearDown") == true || !isSetUp && token.isInLastStatement(of: member) {
            return true
        }
        // The type before its dot is named without making anything.
        let end = isOnce ? use.previousEnd : before.upperBound
        for part in [before.lowerBound..<max(before.lowerBound, end), use.inputs] {
            said.add(file.tree.wordsThatRun(in: part), in: file)
        }
        if isEntry {
            if let owner { add(suite: owner, isSetUp: isSetUp) }
            return true
        }
        if !index.isTest(file.path), let owner, let earlier = index.launch.code(before: member, of: owner, index) {
            said.formUnion(earlier)
            isReached = true
            return true
        }
        guard let name, index.isTest(file.path) || isCalledByName(member, of: owner, in: file) else { return false }
        if !followed.insert(name).inserted { return true }
        guard let callers = callers(of: name, declaredBy: member, in: file) else { return false }
        // Sources that aren't here may call it, but hardly a setter of the type.
        let isOwn = owner.flatMap { owner in type.map { index.isSame(owner, $0) } } ?? (owner == nil && type == nil)
        if callers.isEmpty, !index.isTest(file.path), !isOwn { return false }
        return callers.allSatisfy { follow($0) }
    }

    /// Returns whether only code of the tree calls a function of the program, by its name.
    private func isCalledByName(_ member: DeclarationNode, of owner: OwnerDecl?, in file: ParsedFile) -> Bool {
        if member.isVisibleOutside, !index.hasAllUsers(ofFile: file.path) { return false }
        if owner?.isForObjectiveC == true || !member.attributeList.names.isEmpty {
            return false
        }
        guard let owner else { return member.function?.ownName != "main" }
        // The system calls what it requires.
        let isPrivate = owner.isPrivate || member.modifierList.has("private", "fileprivate")
        return isPrivate && !member.modifierList.says("override")
            || index.inherited(by: owner).isEmpty && member.modifierList.says("static")
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
        let below = index.isInherited(suite) ? index.lastNames.relatives(of: suite.simpleName).names : []
        let parts =
            ([suite] + index.superclasses(of: suite)).flatMap(index.parts) + below.flatMap(index.lastNames.declarations)
        var waiting: [SaidCode.Member] = []
        for (file, member) in SaidCode.members(of: parts) {
            if let property = member.property, property.isStoredInInstances {
                said.add(property.parts.flatMap { $0.value?.wordsThatRun ?? [] }, in: file)
            } else if member.function?.ownName.hasPrefix("setUp") == true || member.initializer != nil {
                if !isSetUp { said.add(member.wordsThatRun, in: file) }
            } else if member.function?.isEntryOfTests != true {
                waiting.append((file, member))
            }
        }
        said.add(waiting)
    }

    /// Returns the calls of functions of a name; nil if one is used without a call.
    private func callers(
        of name: String,
        declaredBy member: DeclarationNode,
        in home: ParsedFile
    ) -> [Replacement.Place]? {
        var calls: [Replacement.Place] = []
        let isPrivate = member.modifierList.has("private", "fileprivate")
        for case let file? in (isPrivate ? [home.path] : index.paths(saying: name)).map(index.file) {
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
