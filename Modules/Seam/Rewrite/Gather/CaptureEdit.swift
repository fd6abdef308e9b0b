import SwiftSyntax

/// Adds a name to the capture list of a closure.
enum CaptureEdit {
    /// Returns the edit; nil if the closure already captures the name.
    static func edit(_ closure: ClosureExprSyntax, _ name: String) -> TextEdit? {
        guard let signature = closure.signature else {
            let brace = closure.leftBrace
            let isSpaced =
                !brace.trailingTrivia.isEmpty
                || closure.statements.first?.leadingTrivia.isEmpty == false
            let end = brace.endPositionBeforeTrailingTrivia.utf8Offset
            return TextEdit(offset: end, old: "", new: " [\(name)] in" + (isSpaced ? "" : " "))
        }
        if let capture = signature.capture {
            if capture.items.contains(where: { $0.name.text == name }) { return nil }
            let offset = capture.rightSquare.positionAfterSkippingLeadingTrivia.utf8Offset
            return TextEdit(offset: offset, old: "", new: capture.items.isEmpty ? name : ", \(name)")
        }
        let next =
            signature.parameterClause.map { Syntax($0) } ?? signature.effectSpecifiers.map { Syntax($0) }
            ?? signature.returnClause.map { Syntax($0) } ?? Syntax(signature.inKeyword)
        return TextEdit(offset: next.positionAfterSkippingLeadingTrivia.utf8Offset, old: "", new: "[\(name)] ")
    }
}
