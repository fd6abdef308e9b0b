import SwiftSyntax

/// The names that uses of a file let closures capture.
struct Captures {
    private var closures: [ClosureExprSyntax] = []
    private var names: [SyntaxIdentifier: [String]] = [:]

    mutating func add(_ name: String, to closure: ClosureExprSyntax) {
        if names[closure.id] == nil { closures.append(closure) }
        if names[closure.id]?.contains(name) != true { names[closure.id, default: []].append(name) }
    }

    /// The edits of the capture lists, one for each closure.
    var edits: [TextEdit] { closures.compactMap { CaptureEdit.edit($0, capturing: names[$0.id] ?? []) } }
}

/// Adds names to the capture list of a closure.
enum CaptureEdit {
    /// Returns the edit; nil if the closure already captures the names.
    static func edit(_ closure: ClosureExprSyntax, capturing names: [String]) -> TextEdit? {
        let items = closure.signature?.capture?.items
        let text = names.filter { name in items?.contains { $0.name.text == name } != true }.joined(separator: ", ")
        guard !text.isEmpty else { return nil }
        guard let signature = closure.signature else {
            let brace = closure.leftBrace
            let isSpaced =
                !brace.trailingTrivia.isEmpty
                || closure.statements.first?.leadingTrivia.isEmpty == false
            let end = brace.endPositionBeforeTrailingTrivia.utf8Offset
            return TextEdit(offset: end, old: "", new: " [\(text)] in" + (isSpaced ? "" : " "))
        }
        if let capture = signature.capture {
            let offset = capture.rightSquare.positionAfterSkippingLeadingTrivia.utf8Offset
            return TextEdit(offset: offset, old: "", new: capture.items.isEmpty ? text : ", \(text)")
        }
        let next =
            signature.parameterClause.map { Syntax($0) } ?? signature.effectSpecifiers.map { Syntax($0) }
            ?? signature.returnClause.map { Syntax($0) } ?? Syntax(signature.inKeyword)
        return TextEdit(offset: next.positionAfterSkippingLeadingTrivia.utf8Offset, old: "", new: "[\(text)] ")
    }
}
