import SwiftSyntax

extension ExprSyntax {
    /// Returns the places of the first tokens on the lines that are aligned with the parenthesis of a call whose callee it begins.
    package func linesAlignedBehind(in file: ParsedFile) -> [Int] {
        let line = file.line(of: offset)
        func column(_ offset: Int) -> Int { offset - file.lineStart(of: offset) }
        for case let call? in andAround.map({ $0.as(FunctionCallExprSyntax.self) }) {
            guard let open = call.leftParen, let close = call.rightParen, let first = call.arguments.first,
                call.calledExpression.extent.contains(offset), file.line(of: open.offset) == line
            else { continue }
            guard file.line(of: first.offset) == line, !call.code.contains("\"\"\"") else { return [] }
            let tokens = call.arguments.tokens(viewMode: .sourceAccurate).map(\.offset) + [close.offset]
            var starts: [Int] = []
            var last = line
            for offset in tokens {
                let own = file.line(of: offset)
                if own != last { starts.append(offset) }
                last = own
            }
            let isAligned = starts.allSatisfy { column($0) > column(open.offset) }
            return isAligned && !starts.isEmpty ? starts : []
        }
        return []
    }
}
