import SeamKit

extension CodeTree {
    /// The protocols of ArgumentParser that a command conforms to.
    static let commands: Set<String> = ["ParsableCommand", "AsyncParsableCommand"]

    /// Returns whether a type is a command of ArgumentParser.
    func isCommand(_ owner: OwnerDecl) -> Bool { conforms(owner, to: Self.commands) }
}

extension CutRequest {
    /// Returns whether code is in a function of a command that the library doesn't call, and that may take what `run()` has.
    func isInHelperOfCommand(_ context: UseContext, in file: ParsedFile) -> Bool {
        guard let owner = context.owner, let function = context.memberDecl?.function,
            !function.modifierList.says("static", "class"), !options.roots.contains(owner, in: file),
            index.isCommand(owner)
        else { return false }
        return !function.isCalledByArgumentParser
    }
}

extension FunctionNode {
    /// Whether ArgumentParser calls it, if it belongs to a command.
    var isCalledByArgumentParser: Bool { ["run", "validate"].contains(ownName) && parameters.isEmpty }
}

extension RetiredUse {
    /// Whether it is in a command of ArgumentParser.
    var isOfCommand: Bool { owner.map(request.index.isCommand) ?? false }

    /// Whether it is in `run()` of a command of ArgumentParser. Of all commands, the library runs one in each process.
    var isInRunOfCommand: Bool {
        guard let decl = located.context.memberDecl?.function, !decl.modifierList.says("static"),
            decl.ownName == "run", decl.parameters.isEmpty, let owner,
            request.index.isCommand(owner)
        else { return false }
        return !request.index.mayRunTwice()
    }
}

extension RetiredHome {
    /// Whether it is `run()` of a command. In each process, one command runs.
    var isRunOfCommand: Bool { reads.allSatisfy { RetiredUse(located: $0.located).isInRunOfCommand } }

    /// Whether it has a value without state.
    var isStateless: Bool { reads.allSatisfy { RetiredUse(located: $0.located).isStateless } }
}

extension CodeTree {
    /// Returns whether code outside of tests may get a command, which it could run besides the one that the library runs, or lets the
    /// library run two.
    fileprivate func mayRunTwice() -> Bool {
        let files = paths(sayingAny: Self.commands).filter { !isTest($0) }.compactMap(file)
        let types = files.flatMap(\.owners).filter { $0.isDeclaration && isCommand($0) }
        let parsing: Set = ["parse", "parseAsRoot", "parseOrExit"]
        // A protocol or an extension of its own parses whatever command it is: `try self.parse(arguments)`.
        let isParsedByItself = files.contains { file in
            parsing.flatMap { file.tokens($0) }.compactMap(\.nameNode).contains { name in
                name.call != nil && name.base.map { ["self", "Self"].contains($0.code) } ?? true
            }
        }
        if isParsedByItself { return true }
        var runs = types.count { $0.attributeNames.contains("main") }
        for (name, types) in Dictionary(grouping: types, by: \.simpleName) {
            for path in paths(saying: name) where !isTest(path) {
                guard let file = file(path) else { return true }
                for token in file.tokens(name).compactMap(\.nameNode) {
                    let member = token.specialized.readMember?.name
                    let isMade = token.call.map { call in types.contains { makes($0, call) } } ?? false
                    if isMade || member == "init" || member.map(parsing.contains) == true { return true }
                    if member == "main" { runs += 1 }
                }
            }
        }
        return runs > 1
    }

    /// Returns whether a call of a type's name may make one, and not another type with the name.
    private func makes(_ type: OwnerDecl, _ call: CallNode) -> Bool {
        let parts = parts(of: type).map(\.owner)
        return parts.contains { !$0.initializers.isEmpty }
            || call.labels.allSatisfy { label in parts.contains { $0.memberNames.contains(label) } }
    }
}
