import SeamKit
import SwiftSyntax

/// A default argument that makes a caller, and that the body resolves instead, where it can pass what the function takes:
/// `init(row: Row = Row()) { self.row = row }` becomes `init(row: Row? = nil, ...) { self.row = row ?? Row(...) }`.
struct MovedDefault {
    let parameter: FunctionParameterSyntax
    let file: ParsedFile
    private let value: ExprSyntax
    /// The only place that reads the parameter.
    private let mention: ExprSyntax

    /// Creates the default around an expression; nil if that isn't all of it, or if the body does more than to store it.
    init?(around made: ExprSyntax, of function: InstanceFunction) {
        guard let clause = made.parent?.as(InitializerClauseSyntax.self),
            let parameter = clause.parent?.as(FunctionParameterSyntax.self), parameter.ellipsis == nil,
            let type = parameter.type.trimmedDescription.last, type != "?",
            !parameter.type.is(AttributedTypeSyntax.self)
        else { return nil }
        let name = InstanceFunction.name(of: parameter)
        let mentions = function.body?.tokens(viewMode: .sourceAccurate).filter { token in
            guard token.text.withoutBackticks == name, let reference = token.parent?.as(DeclReferenceExprSyntax.self)
            else { return false }
            return reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id
        }
        guard let mentions, mentions.count == 1, let mention = mentions[0].parent?.as(ExprSyntax.self),
            let parts = mention.parent?.as(ExprListSyntax.self).map({ Array($0) }), parts.count == 3,
            parts[1].is(AssignmentExprSyntax.self), parts[2].id == mention.id,
            mention.parent?.parent?.parent?.parent == function.body.map({ Syntax($0.statements) })
        else { return nil }
        (self.parameter, file, value, self.mention) = (parameter, function.file, made, mention)
    }

    /// Returns the edits that resolve the default in the body.
    ///
    /// - Parameter edits: those of the file. The ones in the default are taken out.
    func edits(moving edits: inout [TextEdit]) -> [TextEdit] {
        let range = value.trimmedRange
        let own = edits.filter { range.contains(AbsolutePosition(utf8Offset: $0.offset)) }
        edits.removeAll { own.contains($0) }
        let start = value.positionAfterSkippingLeadingTrivia.utf8Offset
        let moved = own.map { TextEdit(offset: $0.offset - start, old: $0.old, new: $0.new) }
        let bytes = FileChange(path: "", bytes: Array(value.trimmedDescription.utf8), edits: moved).result
        let type = parameter.type.trimmedDescription
        var text = String(decoding: bytes, as: UTF8.self)
        // Behind `??` it could be an optional's.
        if text.hasPrefix(".init(") { text = type + text.dropFirst(5) }
        let optional = type.hasPrefix("any ") || type.contains("&") ? "(\(type))?" : "\(type)?"
        return [
            TextEdit(replacing: parameter.type, with: optional), TextEdit(replacing: value, with: "nil"),
            TextEdit(replacing: mention, with: "\(mention.trimmedDescription) ?? \(text)"),
        ]
    }
}

extension MakerFinder {
    /// Returns how a default argument reads what its function takes, once the body resolves it.
    ///
    /// - Parameter name: the name of what the function takes.
    func movedDefault(
        of maker: ThreadNode,
        named name: String,
        _ making: Making,
        needsRequired: Bool
    ) throws(MakerRefusal) -> MakerValue {
        let (file, context) = (making.construction.file, making.context)
        guard let function = context.function(in: file),
            let moved = MovedDefault(around: making.construction.node, of: function)
        else {
            throw .defaultArgument
        }
        if file.binds(name, in: function.decl, within: function.body.map { Syntax($0) }) { throw .hidden(name) }
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
