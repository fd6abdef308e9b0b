/// Finds the uses of singletons in one file.
struct UseFinder {
    private let program: Program
    private let decisions: Decisions
    private var resolver: Resolver

    init(program: Program, decisions: Decisions) {
        self.program = program
        self.decisions = decisions
        resolver = Resolver(program: program, decisions: decisions)
    }

    /// A use, with its singleton's index in `Decisions`, by which it gets the id once all singletons are known.
    struct Result {
        var singleton: Int
        var use: Use
    }

    mutating func uses(in file: Int, isTest: Bool) -> [Result] {
        let facts = program.files[file].facts
        var keyPaths: [Int64: FileFacts.Index] = [:]
        for chain in facts.chains where chain.root == .keyPath && chain.contextChain >= 0 {
            if let first = chain.steps.indices.first {
                keyPaths[Int64(chain.contextChain) << 32 | Int64(chain.contextStep)] = facts.steps[first].name
            }
        }
        var results: [Result] = []
        for (index, chain) in facts.chains.enumerated() {
            var events: [Resolver.Event] = []
            _ = resolver.value(chain: index, file: file) { events.append($0) }
            for event in events {
                switch event {
                case .reached: break
                case .instance(let origin, let step):
                    guard !isOwnAccessor(origin.singleton, chain, file: file) else { continue }
                    let isLast = step + 1 == Int(chain.steps.count)
                    // A base is part of the expression around it; an alias that is set is none from here on.
                    if isLast, chain.ending == .base || (chain.ending == .write && origin.path != .direct) {
                        continue
                    }
                    let (member, kind) = member(
                        after: step,
                        of: chain,
                        index: index,
                        facts: facts,
                        file: file,
                        keyPaths
                    )
                    results.append(
                        result(
                            origin.singleton,
                            member: member,
                            kind: kind,
                            isCertain: origin.isCertain,
                            path: chain.root == .keyPath ? .keyPath : origin.path,
                            chain: chain,
                            file: file,
                            isTest: isTest
                        )
                    )
                case .locator(let locator, let id, let step, let isCertain):
                    guard !isInside(locator, chain, file: file) else { continue }
                    results.append(
                        result(
                            locator,
                            member: program.name(id),
                            kind: kind(ofMemberAt: step, chain, index: index, file: file, id: id),
                            isCertain: isCertain,
                            path: .direct,
                            chain: chain,
                            file: file,
                            isTest: isTest
                        )
                    )
                }
            }
        }
        return results
    }

    private func result(
        _ singleton: Int,
        member: String?,
        kind: Use.Kind,
        isCertain: Bool,
        path: Use.Path,
        chain: FileFacts.ChainFact,
        file: Int,
        isTest: Bool
    ) -> Result {
        let found = decisions.singletons[singleton]
        let facts = program.files[file].facts
        let scope = facts.scopes[Int(chain.scope)]
        return Result(
            singleton: singleton,
            use: Use(
                singleton: "",
                type: found.name,
                member: member ?? Use.instance,
                kind: kind,
                certainty: isCertain ? .resolved : .byName,
                path: path,
                file: program.files[file].path,
                line: Int(chain.place.line),
                column: Int(chain.place.column),
                module: program.moduleNames[program.files[file].module],
                enclosingType: Self.plain(facts.name(scope.type) ?? ""),
                enclosingFunction: facts.name(scope.function) ?? "",
                isTest: isTest
            )
        )
    }

    /// A path without the marks of types that are declared in bodies.
    private static func plain(_ path: String) -> String {
        guard path.contains("#") else { return path }
        return path.split(separator: ".").map { $0.prefix { $0 != "#" } }.joined(separator: ".")
    }

    /// Whether a chain stands in the body of an accessor of the singleton.
    private func isOwnAccessor(_ singleton: Int, _ chain: FileFacts.ChainFact, file: Int) -> Bool {
        guard let type = decisions.singletons[singleton].type, let names = decisions.ownAccessors[singleton] else {
            return false
        }
        let facts = program.files[file].facts
        let scope = facts.scopes[Int(chain.scope)]
        guard let path = facts.name(scope.type), let function = facts.name(scope.function) else { return false }
        return names.contains(SingletonFinder.base(function)) && program.ownType(path, file: file) == type
    }

    /// Whether a chain stands in a type, or in one nested in it.
    private func isInside(_ locator: Int, _ chain: FileFacts.ChainFact, file: Int) -> Bool {
        guard let type = decisions.singletons[locator].type else { return false }
        let facts = program.files[file].facts
        var path = facts.name(facts.scopes[Int(chain.scope)].type)
        while let current = path {
            if program.ownType(current, file: file) == type { return true }
            path = program.enclosing(current)
        }
        return false
    }

    // MARK: Members and kinds

    private mutating func member(
        after step: Int,
        of chain: FileFacts.ChainFact,
        index: Int,
        facts: FileFacts,
        file: Int,
        _ keyPaths: [Int64: FileFacts.Index]
    ) -> (String?, Use.Kind) {
        let next = step + 1
        guard next < Int(chain.steps.count) else { return (nil, chain.ending == .write ? .write : .read) }
        let fact = facts.steps[chain.steps.indices.lowerBound + next]
        switch fact.kind {
        case .member, .keyPathMember:
            let name = facts.name(fact.name)
            if name == "self", next + 1 == Int(chain.steps.count) { return (nil, .read) }
            if fact.kind == .keyPathMember { return (name, chain.ending == .write ? .write : .read) }
            return (name, kind(ofMemberAt: next, chain, index: index, file: file, id: nil))
        case .metatype:
            return (nil, .read)
        case .call:
            return ("callAsFunction", .call)
        case .subscriptCall:
            let kind: Use.Kind = chain.ending == .write ? .write : .read
            if facts.name(fact.name) == "keyPath",
                let name = keyPaths[Int64(index) << 32 | Int64(next)].flatMap({ facts.name($0) })
            {
                return (name, kind)
            }
            return ("subscript", kind)
        }
    }

    private mutating func kind(
        ofMemberAt step: Int,
        _ chain: FileFacts.ChainFact,
        index: Int,
        file: Int,
        id: Program.MemberID?
    ) -> Use.Kind {
        let facts = program.files[file].facts
        let steps = Array(facts.steps[chain.steps.indices])
        if step + 1 < steps.count, steps[step + 1].kind == .call { return .call }
        if chain.ending == .write { return .write }
        if step >= 0, facts.name(steps[step].name)?.hasPrefix("$") == true { return .read }
        // A method that changes what it is called on, anywhere below the member.
        guard steps.count >= step + 3 else { return .read }
        return Mutation.changes(chain, index: index, file: file, program: program, resolver: &resolver)
            ? .write : .read
    }
}
