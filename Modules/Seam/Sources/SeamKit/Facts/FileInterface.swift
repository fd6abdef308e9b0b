/// What a file shows to code in other files: its declarations, and the code that their values come from.
///
/// Places are left out, and so is code that no value comes from. So most edits of bodies, comments and literals change a file
/// but not its interface.
struct FileInterface: Sendable {
    /// A member whose name the file's own code doesn't say.
    struct Loose: Sendable {
        var name: FileFacts.Index
        var hash: UInt64
    }

    /// A hash of everything but the loose members.
    var core = ContentHash()
    /// They matter only if another file says their name.
    var loose: [Loose] = []

    init(of facts: FileFacts) {
        let said = Self.saidNames(in: facts)
        var all = InterfaceWriter(facts: facts)
        all.writeDeclarations()
        for member in facts.members {
            var one = InterfaceWriter(facts: facts)
            one.write(member)
            let hash = one.hash
            if member.name >= 0, !said[Int(member.name)] {
                loose.append(Loose(name: member.name, hash: hash.low))
            } else {
                all.write(hash)
            }
        }
        core = all.hash
    }

    /// Returns, for each name, whether a chain of the file says it. Initialisers and subscripts are also called without their
    /// name.
    private static func saidNames(in facts: FileFacts) -> [Bool] {
        var said = facts.names.map { $0 == "init" || $0 == "subscript" }
        for chain in facts.chains {
            if chain.root == .name, chain.base >= 0 { said[Int(chain.base)] = true }
            if chain.contextLabel >= 0 { said[Int(chain.contextLabel)] = true }
        }
        for step in facts.steps where step.name >= 0 { said[Int(step.name)] = true }
        // `$user` also says `user`.
        let properties = Set(
            facts.names.indices.filter { said[$0] && facts.names[$0].utf8.first == Byte.dollar }
                .map { String(facts.names[$0].dropFirst()) }
        )
        guard !properties.isEmpty else { return said }
        for index in said.indices where properties.contains(facts.names[index]) { said[index] = true }
        return said
    }
}

/// Writes declarations by their names and not by their indices, so that equal ones have equal bytes.
private struct InterfaceWriter {
    /// A chain or binding.
    private struct Node: Hashable {
        var isBinding: Bool
        var index: FileFacts.Index
    }

    private let facts: FileFacts
    private var writer = ArchiveWriter()
    private var numbers: [Node: Int] = [:]
    /// The chains and bindings in the order in which they were first mentioned, which is also their number.
    private var nodes: [Node] = []

    init(facts: FileFacts) { self.facts = facts }

    /// A hash of what was written, and of all chains and bindings that it leads to. Each is written once, so this ends.
    var hash: ContentHash {
        var all = self
        var next = 0
        while next < all.nodes.count {
            all.write(all.nodes[next])
            next += 1
        }
        return all.writer.bytes.withUnsafeBufferPointer { ContentHash(of: $0) }
    }

    /// Writes types, aliases, assignments to properties, and the types around members and code.
    mutating func writeDeclarations() {
        for type in facts.types {
            write(path: type.path)
            writer.write(Int(type.kind.rawValue))
            writer.write(Int(type.flags.rawValue))
            writer.write(Int(type.inherits.count))
            for item in type.inherits.indices { write(type: facts.lists[item]) }
        }
        writer.write(facts.aliases.count)
        for alias in facts.aliases {
            write(path: alias.path)
            write(type: alias.target)
        }
        writer.write(facts.flows.count)
        for flow in facts.flows {
            refer(to: Node(isBinding: false, index: flow.chain))
            write(chains: flow.values)
        }
        // A type with members is more than one that is only named.
        for type in Set(facts.members.map(\.owner)).sorted() { write(path: type) }
        write(name: -1)
        for type in Set(facts.scopes.map(\.type)).sorted() { write(path: type) }
    }

    mutating func write(_ member: FileFacts.MemberFact) {
        write(path: member.owner)
        write(name: member.name)
        writer.write(Int(member.flags.rawValue))
        write(type: member.type)
        write(chains: member.values)
        writer.write(member.wrapper >= 0)
        if member.wrapper >= 0 { refer(to: Node(isBinding: false, index: member.wrapper)) }
        writer.write(Int(member.parameters.count))
        for parameter in facts.parameters[member.parameters.indices] {
            write(name: parameter.label)
            write(type: parameter.type)
        }
    }

    mutating func write(_ hash: ContentHash) {
        writer.write(word: hash.high)
        writer.write(word: hash.low)
    }

    mutating func write(path index: FileFacts.Index) {
        var next = index
        while next >= 0 {
            let path = facts.paths[Int(next)]
            write(name: path.name)
            writer.write(Int(path.local) + 1)
            next = path.parent
        }
        write(name: -1)
    }

    /// Writes a name; -1 stands for none.
    private mutating func write(name index: FileFacts.Index) {
        guard index >= 0 else { return writer.write(0) }
        writer.write(1)
        writer.write(plain: facts.names[Int(index)])
    }

    /// Writes a written type; -1 stands for none.
    private mutating func write(type index: FileFacts.Index) {
        var next = index
        while let type = facts.type(at: next) {
            switch type {
            case .named(let path):
                writer.write(1)
                return write(path: path)
            case .own: return writer.write(2)
            case .metatype(let inner): (_, next) = (writer.write(3), inner)
            case .function(let inner): (_, next) = (writer.write(4), inner)
            case .array(let inner): (_, next) = (writer.write(5), inner)
            case .dictionary(let inner): (_, next) = (writer.write(6), inner)
            }
        }
        writer.write(0)
    }

    private mutating func write(chains slice: FileFacts.Slice) {
        writer.write(Int(slice.count))
        for item in slice.indices { refer(to: Node(isBinding: false, index: facts.lists[item])) }
    }

    private mutating func refer(to node: Node) {
        if let number = numbers[node] { return writer.write(number) }
        writer.write(nodes.count)
        numbers[node] = nodes.count
        nodes.append(node)
    }

    private mutating func write(_ node: Node) {
        guard node.isBinding else { return write(facts.chains[Int(node.index)]) }
        let binding = facts.bindings[Int(node.index)]
        write(type: binding.type)
        write(chains: binding.values)
        for flag in [binding.isParameter, binding.isVariable, binding.isReassigned, binding.isWrapped] {
            writer.write(flag)
        }
    }

    private mutating func write(_ chain: FileFacts.ChainFact) {
        let scope = facts.scopes[Int(chain.scope)]
        write(path: scope.type)
        write(name: scope.function)
        writer.write(scope.isStatic)
        writer.write(Int(chain.ending.rawValue))
        writer.write(Int(chain.steps.count))
        for step in facts.steps[chain.steps.indices] {
            writer.write(Int(step.kind.rawValue))
            write(name: step.name)
            writer.write(Int(step.arguments) + 1)
        }
        writer.write(Int(chain.root.rawValue))
        switch chain.root {
        case .name: write(name: chain.base)
        case .localType: write(path: chain.base)
        case .binding: refer(to: Node(isBinding: true, index: chain.base))
        case .type, .implicit, .generic, .typed, .keyPath: write(type: chain.base)
        case .alternatives: return write(chains: FileFacts.Slice(start: chain.base, count: chain.contextPosition))
        case .selfValue, .selfType, .superValue, .unknown: break
        }
        writer.write(chain.contextChain >= 0)
        guard chain.contextChain >= 0 else { return }
        refer(to: Node(isBinding: false, index: chain.contextChain))
        writer.write(Int(chain.contextStep) + 1)
        write(name: chain.contextLabel)
        writer.write(Int(chain.contextPosition) + 1)
    }
}
