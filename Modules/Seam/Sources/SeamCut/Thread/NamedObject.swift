import SeamKit

/// An object that is made within a statement and gets a name in front of it, so that its properties can be set:
/// `show(Screen())` becomes `let screen = Screen()`, `screen.store = store`, `show(screen)`.
struct NamedObject {
    private let file: ParsedFile
    private let made: CallNode
    private let name: String
    private let statement: StatementNode

    /// Creates it; nil if it would be made at another time than before, or if its name is used.
    init?(_ made: ExpressionNode, in file: ParsedFile) {
        guard let call = made.call, !call.hasClosure, let type = call.callee.plainName,
            call.values.allSatisfy(\.isQuiet), let item = made.statementThatBegins, item.canGrow,
            let member = item.bodyAround
        else { return nil }
        let name = PropertyName.lowered(from: type)
        let start = item.offset
        let isAlone = file.lineStart(of: start) + file.indent(of: start).utf8.count == start
        // Another one that is made in the same statements would have the same name.
        let same = file.tokens(type, in: item.siblings?.plainNode).compactMap(\.nameNode).count { name in
            !name.isMember && name.call != nil && name.expression.nearest(StatementsNode.self) == item.siblings
        }
        guard isAlone, name != type, name.isPropertyName, same == 1, !file.hasName(name, in: member) else { return nil }
        (self.file, self.made, self.name, statement) = (file, call, name, item)
    }

    /// Returns the edits that give it its name, and set a property of it.
    func edits(setting property: String, to value: String) -> [TextEdit] {
        let start = statement.offset
        let gap = file.newline + file.indent(of: start)
        let text = "let \(name) = \(made.code)\(gap)\(name).\(property) = \(value)\(gap)"
        return [TextEdit(offset: start, old: "", new: text), TextEdit(replacing: made, with: name)]
    }
}
