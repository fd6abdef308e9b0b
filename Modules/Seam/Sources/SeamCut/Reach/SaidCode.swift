import SeamKit

/// What code says.
struct SaidCode: Sendable, Hashable {
    var words: Set<String> = []
    /// The paths of its files.
    var files: Set<String> = []

    mutating func add(_ words: some Sequence<String>, in file: ParsedFile) {
        self.words.formUnion(words)
        files.insert(file.path)
    }

    mutating func formUnion(_ other: SaidCode) {
        words.formUnion(other.words)
        files.formUnion(other.files)
    }

    typealias Member = (file: ParsedFile, member: DeclarationNode)

    /// Returns the members of parts of types.
    static func members(of parts: [CodeTree.Declaration]) -> [Member] {
        parts.flatMap { file, owner in owner.memberDecls.map { (file, $0) } }
    }

    /// Adds what those members say that are named here, or by one of those that are.
    mutating func add(_ members: [Member]) {
        var waiting = members
        let names = members.compactMap { $0.member.function?.ownName }
        let shared = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        while let position = waiting.firstIndex(where: { isSaid($0.member, beside: shared) }) {
            let (file, member) = waiting.remove(at: position)
            add(member.wordsThatRun, in: file)
        }
    }

    /// Returns whether it may call a member: it says its name, and where others share that, as the functions of a delegate do, the labels
    /// that each call has.
    private func isSaid(_ member: DeclarationNode, beside shared: [String: Int]) -> Bool {
        guard !words.isDisjoint(with: member.declaredNames) else { return false }
        guard let function = member.function, shared[function.ownName, default: 0] > 1 else { return true }
        return function.parameters.allSatisfy { parameter in
            parameter.label == "_" || parameter.value != nil || parameter.typeText.contains("->")
                || words.contains(parameter.label)
        }
    }

    /// Returns whether it may name a type. Code that says neither the type around that, nor is in a file that does, means another one.
    func names(_ type: String, _ index: CodeTree) -> Bool {
        guard
            words.contains(type.lastName)
                || words.contains(":" + type.lastName) && index.mayMake(mentioned: type, words)
        else { return false }
        guard let outer = type.split(separator: ".").dropLast().last.map(String.init) else { return true }
        return index.lastNames.relatives(of: outer).names.contains { name in
            words.contains(name) || words.contains(":" + name) || !files.isDisjoint(with: index.paths(saying: name))
        }
    }

    /// Returns whether some of it is in a file; any is if there is no path.
    func sees(_ path: String?) -> Bool { path.map(files.contains) ?? true }
}

extension CodeTree {
    /// Returns whether code that says some words, and only mentions a type, may make an instance of it: by an implied initializer, or by
    /// one that is required, which code for any type can call.
    fileprivate func mayMake(mentioned type: String, _ words: Set<String>) -> Bool {
        let parts = parts(called: type)
        guard !words.contains(".init"), parts.contains(where: { $0.owner.kind == .class }) else { return true }
        return parts.contains { conforms($0.owner, to: ["Decodable", "Codable", "NSCoding", "NSSecureCoding"]) }
            || declaredAncestors(of: type.lastName).flatMap(lastNames.declarations).contains { _, owner in
                owner.initializers.contains { initializer in
                    let isRequired = owner.kind == .protocol || initializer.modifierList.says("required")
                    return isRequired && initializer.parameters.first?.label != "coder"
                }
            }
    }
}
