import SeamKit

/// The constant of a function that was another name for the accessor, and would be one for the property.
struct DroppedLocal {
    /// The name of what takes its place.
    let name: String
    private let file: ParsedFile
    private let statement: StatementNode
    private let value: ExpressionNode

    /// What reads it under a name that the property doesn't have.
    let renamed: [ExpressionNode]

    /// Finds the constant that a read is the value of; nil if it is needed.
    init?(_ read: Placement.Read) {
        let name = read.expression.hasPrefix("self.") ? String(read.expression.dropFirst(5)) : read.expression
        guard read.isConstant, read.captured == nil, name.isPropertyName, let local = read.access.valued?.part?.name,
            let statement = read.access.constant(named: local, mayBeHeld: read.isParameter),
            read.file.lineRange(of: statement.span) != nil
        else { return nil }
        if local == name {
            renamed = []
        } else {
            // A shorter name that is read often is there to be short.
            guard let reads = statement.reads(ofConstant: local), !reads.isEmpty,
                reads.count <= 3 || local.count >= name.count, reads.allSatisfy({ $0.localName(name) == nil })
            else { return nil }
            renamed = reads
        }
        (self.name, file, self.statement, value) = (name, read.file, statement, read.access)
    }

    /// Finds the constant that an accessor is the value of, and whose name a parameter of the function is to have; nil if it is
    /// needed, or if the function says the name before it.
    init?(parameterFor access: ExpressionNode, of function: InstanceFunction) {
        guard let name = access.valued?.part?.name, let body = function.body,
            let statement = access.constant(named: name, mayBeHeld: true), body.list.contains(statement),
            function.file.lineRange(of: statement.span) != nil,
            function.file.tokens(name, in: function.decl.plainNode).filter({ $0.offset < access.offset }).count == 1
        else { return nil }
        (self.name, file, self.statement, value, renamed) = (name, function.file, statement, access, [])
    }

    /// Returns the name, if another read would have to say `self` only because of the constant; nil otherwise.
    func name(for read: Placement.Read) -> String? {
        guard read.expression == "self.\(name)", !read.file.saysSelf, read.access.nearest(ClosureNode.self) == nil,
            statement.siblings?.contains(where: { $0.extent.contains(read.access.offset) }) == true
        else { return nil }
        switch read.access.localName(name) {
        case nil: return name
        case .value(let found)?: return found == value ? name : nil
        default: return nil
        }
    }

    /// The edit that takes out its line, with a blank line behind it at the start of a body.
    var edit: TextEdit? {
        guard let line = file.lineRange(of: statement.span) else { return nil }
        let isFirst = statement.siblings?.first == statement
        let next = file.bytes[line.upperBound...].prefix { $0 != UInt8(ascii: "\n") }
        let end = line.upperBound + next.count + 1
        let isBlank = isFirst && end <= file.bytes.count && file.isBlank(line.upperBound..<end)
        return file.removal(of: line.lowerBound..<(isBlank ? end : line.upperBound))
    }
}
