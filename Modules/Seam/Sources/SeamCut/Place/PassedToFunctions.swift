import SeamKit

// What a function takes since this change is passed by the code that has it: objects of its type, and other functions of its type that
// take it, too.
extension Placement {
    /// Lets the functions of types get what the code around their calls has.
    mutating func passToFunctions(_ request: CutRequest) {
        guard request.options.stage == .inject, !request.options.isLate else { return }
        for (taker, parameters) in functions where taker.owner.kind != .file && parameters.count == 1 {
            guard let decl = taker.owner.memberDecls.first(where: { $0.function == taker.function }),
                let function = InstanceFunction(decl, owner: taker.owner, file: taker.file),
                function.siblings(request.index).isEmpty
            else { continue }
            let calls = request.index.parts(of: taker.owner).filter(\.file.isEditable).flatMap { file, part in
                function.mentions(in: file, request.index).calls.filter { file.owner(around: $0) == part }
                    .map { (file, $0) }
            }
            let found = calls.compactMap { passingCall($1, in: $0, to: taker, parameters[0], request) }
            passing += found
        }
    }

    private func passingCall(
        _ call: CallNode,
        in file: ParsedFile,
        to taker: FunctionTaker,
        _ parameter: FunctionTaker.Parameter,
        _ request: CutRequest
    ) -> PassingCall? {
        let construction = Construction(file: file, node: call.expression, isTest: false)
        let called = CalledInitializer(taker.function.parameters, takes: true)
        guard !passing.contains(where: { $0.construction.node == construction.node }),
            case .takes(_, let argument) = construction.target(labelled: parameter.property, of: [called]),
            case .insertion = argument,
            // Where a function calls itself, it passes on what it takes already.
            call.memberAround?.function != taker.function,
            let name = passed(to: parameter, by: call, in: file, request)
        else { return nil }
        return PassingCall(construction: construction, argument: argument, name: name)
    }

    /// Returns what code around a call has for a parameter; nil if it has nothing, or would read the accessor earlier.
    private func passed(
        to parameter: FunctionTaker.Parameter,
        by call: CallNode,
        in file: ParsedFile,
        _ request: CutRequest
    ) -> String? {
        let surroundings = Surroundings(of: call)
        guard let member = surroundings.memberDecl, let owner = file.owner(around: call) else { return nil }
        if surroundings.isStatic {
            guard let function = member.function, surroundings.closures.isEmpty, surroundings.localFunctions.isEmpty,
                let own = functions.first(where: { $0.taker.function == function })?.parameters,
                let same = own.first(where: { $0.property == parameter.property }),
                // What was read when the function was called may have been replaced since.
                same.value == nil ? parameter.value == nil : !request.mayReadAnother
            else { return nil }
            return same.name
        }
        let stored = storages.filter { request.index.isSame($0.home.owner, owner) && $0.injection.isKept }
        guard case .body = surroundings.member, let storage = stored.first, stored.count == 1,
            storage.injection.form.isEarly || parameter.value == nil && storage.injection.form == .late,
            [storage.instance.type, storage.instance.optionalType].contains(parameter.type),
            file.path == storage.home.file.path
                || storage.injection.declaration.first?.hasPrefix("private ") == false
        else { return nil }
        let context = UseContext(around: call.expression, accessor: storage.instance.accessor, in: file)
        let index = request.index
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        let rule = ClosureRule(context: context, file: file, members: index.inheritedNames(of: owner), index: index)
        let reading = rule.reading().reading
        let isNear = isolation == .nonisolated || context.runs(on: isolation, in: file, index, isStrict: true)
        guard reading.closure == nil, isNear, !context.isConditional else { return nil }
        let name = storage.injection.stored
        return file.saysSelf || context.binds(name, in: file) ? "self.\(name)" : reading.expression(for: name)
    }
}

extension CutRequest {
    /// Whether an accessor of the singleton may give another instance later.
    fileprivate var mayReadAnother: Bool {
        singleton.accessors.contains { accessor in
            guard case .success(let instance) = instance(accessor) else { return false }
            return instance.creation.isReplaced
        }
    }
}
