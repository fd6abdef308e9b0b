import SeamKit

/// The accessor as a default of makers that take the instance only to pass it on: for calls that have none to pass.
struct KeptDefault {
    let request: CutRequest
    let instance: InjectedType

    private var index: CodeTree { request.index }

    /// Returns the default that a function could have; nil if it can have none that means the same.
    func fallback(of function: InstanceFunction, named name: String) -> String? {
        guard let decl = function.decl.function, canBeDefault(in: function.owner, function.file) else { return nil }
        let recipient = recipient(function.owner, function.file, named: name)
        let taker = FunctionTaker(index: index, owner: function.owner, file: function.file, function: decl)
        let parameter = FunctionTaker.Parameter(
            instance: instance,
            property: name,
            type: instance.type,
            isTypePublic: recipient.isTypePublic && instance.isAccessorPublic,
            value: recipient.value
        )
        let isPlain = recipient.isReadableByCalls(of: decl) && taker.takesPlainly(parameter)
        return isPlain ? recipient.value : nil
    }

    /// Returns the default that all initializers of a type could have which are to take the instance; nil if they can have none.
    func fallback(of injection: Injection, in type: CodeTree.Declaration) -> String? {
        guard canBeDefault(in: type.owner, type.file) else { return nil }
        var recipient = recipient(type.owner, type.file, named: injection.stored)
        recipient.form = .argument
        let isolation = IsolationReader(index: index).isolation(of: type.owner, in: type.file)
        guard !recipient.needsOptional, [.nonisolated, isolation].contains(instance.isolation) else { return nil }
        if recipient.isMemberwise { return recipient.isMemberwiseReached ? recipient.value : nil }
        guard recipient.initializerReason == nil,
            recipient.injectionByInitializer?.takers == injection.takers
        else { return nil }
        return recipient.value
    }

    /// Returns whether code of a type can have the accessor as a default.
    private func canBeDefault(in owner: OwnerDecl, _ file: ParsedFile) -> Bool {
        let missing = index.imports(of: file).missing(instance, of: request.singleton)
        return instance.spelling == nil && !instance.isOptional && !instance.isSetByStatement && !owner.isConditional
            && missing.map { index.isSeen($0, from: index.module(ofFile: file.path)) } ?? true
    }

    private func recipient(_ owner: OwnerDecl, _ file: ParsedFile, named name: String) -> Recipient {
        Recipient(
            request: request,
            instance: instance,
            owner: owner,
            file: file,
            property: name,
            accessor: instance.expression(in: request.singleton)
        )
    }
}

extension ThreadGraph {
    /// The keys of makers whose default as many calls would rely on as pass the instance thanks to it: the number has to fall.
    var needlessDefaults: [String] {
        let keeping = order.compactMap { self[$0] }.filter(\.keepsDefault)
        guard !keeping.isEmpty else { return [] }
        var passed: [String: [String]] = [:]
        for node in order.compactMap({ self[$0] }) where node.failure == nil {
            for call in passing(node) where !call.isLazy {
                if case .maker(let value) = call.source { passed[key(of: value), default: []].append(node.key) }
            }
        }
        var known: [String: Int] = [:]
        return keeping.filter { node in
            let relying = node.calls.count { !$0.isPassed && !$0.isLazy && obstacle(of: $0, to: node) != nil }
            return gain(by: node.key, passed, &known) <= relying + node.unclear.count
        }.map(\.key)
    }

    /// Returns how many calls more would rely on a default if a maker had no instance.
    private func gain(by maker: String, _ passed: [String: [String]], _ known: inout [String: Int]) -> Int {
        if let found = known[maker] { return found }
        // What passes the instance to itself gains nothing by that.
        known[maker] = 0
        let result = (passed[maker] ?? []).reduce(0) { sum, callee in
            guard let node = self[callee] else { return sum }
            if node.caller != nil { return sum + (node.isWanted ? 1 : 0) }
            let gain = gain(by: callee, passed, &known)
            return sum + (keepers.contains(callee) ? min(1, gain) : gain)
        }
        known[maker] = result
        return result
    }
}
