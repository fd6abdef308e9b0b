import SeamKit

/// A default argument that makes a caller, and that the body resolves instead, where it can pass what the function takes:
/// `init(row: Row = Row()) { self.row = row }` becomes `init(row: Row? = nil, ...) { self.row = row ?? Row(...) }`.
struct MovedDefault {
    let parameter: ParameterNode
    let file: ParsedFile
    private let value: ExpressionNode
    /// The type with `?`.
    private let optional: String
    private let body: BlockNode
    private let returnsValue: Bool
    /// The only place that reads the parameter, if that stores it; nil if the body begins with a constant for it.
    private let mention: ExpressionNode?

    /// Creates the default that an expression is in; nil if the body can't resolve it.
    init?(around made: CodeNode, of function: InstanceFunction) {
        guard let parameter = made.nearest(ParameterNode.self), let value = parameter.value, !parameter.isVariadic,
            let optional = parameter.typeNode.optionalText, let body = function.body,
            // What only some value is read of isn't worth a parameter.
            !value.isMember,
            // What is made after it stays after it.
            function.decl.parameters.drop(while: { $0 != parameter }).dropFirst()
                .allSatisfy({ $0.value.map(Self.isQuiet) ?? true })
        else { return nil }
        (self.parameter, file, self.value, self.optional, self.body) = (parameter, function.file, value, optional, body)
        returnsValue = function.decl.resultType.map { !["Void", "()"].contains($0.code) } ?? false
        let name = parameter.innerName.withoutBackticks
        let mentions = file.reads(of: name, in: body.plainNode)
        if mentions.count == 1, mentions[0].assignmentTarget != nil,
            mentions[0].operation?.isStatement(of: body.statementsNode) == true
        {
            mention = mentions[0]
            return
        }
        mention = nil
        // The constant has the parameter's name, which nothing else in the body may have.
        let isAgain = file.binds(name, in: function.decl, within: body.plainNode)
        guard name.isPlainName, !body.list.isEmpty, !isAgain else { return nil }
    }

    /// Whether the body is on one line.
    var isInOneLine: Bool { file.line(of: body.inside.lowerBound) == file.line(of: body.inside.upperBound) }

    /// Returns whether nobody sees when a value is made: a constant, or what a static property has.
    private static func isQuiet(_ value: ExpressionNode) -> Bool { value.isConstant || value.isMember }

    /// Returns the edits that resolve the default in the body.
    ///
    /// - Parameter edits: those of the file. The ones in the default are taken out.
    func edits(moving edits: inout [TextEdit]) -> [TextEdit] {
        let own = edits.filter { value.span.contains($0.offset) }
        edits.removeAll { own.contains($0) }
        let start = value.offset
        let moved = own.map { TextEdit(offset: $0.offset - start, old: $0.old, new: $0.new) }
        let bytes = FileChange(path: "", bytes: Array(value.code.utf8), edits: moved).result
        var text = String(decoding: bytes, as: UTF8.self)
        // Behind `??` it could be an optional's.
        if text.hasPrefix(".") {
            text = parameter.typeText + text.dropFirst(text.hasPrefix(".init(") ? 5 : 0)
        }
        let name = parameter.innerName.withoutBackticks
        return [TextEdit(replacing: parameter.typeNode, with: optional), TextEdit(replacing: value, with: "nil")]
            + (mention.map { [TextEdit(replacing: $0, with: "\(name) ?? \(text)")] }
                ?? constant("let \(name) = \(name) ?? \(text)"))
    }

    /// The edits that let the body begin with a statement.
    private func constant(_ statement: String) -> [TextEdit] {
        guard let first = body.list.first else { return [] }
        let offset = first.offset
        let indent = file.indent(of: offset)
        let isOnOwnLine = file.lineStart(of: offset) + indent.utf8.count == offset
        // The only expression of a body was its value.
        let isValue = returnsValue && body.list.count == 1 && first.mayBeValue
        let gap = isOnOwnLine ? file.newline + indent : "; "
        return [TextEdit(offset: offset, old: "", new: statement + gap + (isValue ? "return " : ""))]
    }
}

extension MakerReading {
    /// Returns how a default argument reads what its function takes, once the body resolves it.
    ///
    /// - Parameter name: the name of what the function takes.
    func movedDefault(named name: String, needsRequired: Bool) throws(MakerRefusal) -> MakerValue {
        guard let function = context.function(in: file),
            let moved = MovedDefault(around: making.construction.node, of: function)
        else {
            throw .defaultArgument
        }
        try making.checkSending()
        if file.binds(name, in: function.decl, within: function.body?.plainNode) { throw .hidden(name) }
        return MakerValue(
            owner: maker.key,
            expression: name,
            capture: nil,
            needsRequired: needsRequired,
            isStored: false,
            movedDefault: moved
        )
    }
}
