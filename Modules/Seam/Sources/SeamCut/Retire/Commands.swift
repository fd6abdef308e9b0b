import SeamKit

extension RetiredUse {
    private static let commands: Set<String> = ["ParsableCommand", "AsyncParsableCommand"]

    /// Whether it is in a command of ArgumentParser.
    var isOfCommand: Bool { owner.map { request.index.conforms($0, to: Self.commands) } ?? false }

    /// Whether it is in `run()` of a command of ArgumentParser. Of all commands, the library runs one in each process.
    var isInRunOfCommand: Bool {
        guard let decl = located.context.memberDecl?.function, !decl.modifierList.says("static"),
            decl.ownName == "run", decl.parameters.isEmpty, let owner,
            request.index.conforms(owner, to: Self.commands)
        else { return false }
        return !request.index.mayRunTwice(commands: Self.commands)
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
    fileprivate func mayRunTwice(commands: Set<String>) -> Bool {
        let files = paths(sayingAny: commands).filter { !isTest($0) }.compactMap(file)
        let types = files.flatMap(\.owners).filter { $0.isDeclaration && conforms($0, to: commands) }
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
