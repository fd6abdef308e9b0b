import SwiftSyntax

/// How far a comment in front of a statement or declaration reaches.
enum DirectiveExtent {
    /// Extends the directives that stand on lines of their own over the code behind them.
    static func extend(_ directives: inout [Directive], in tree: SourceFileSyntax) {
        var open = directives.indices.filter { !directives[$0].followsCode }[...]
        guard !open.isEmpty else { return }
        let converter = SourceLocationConverter(fileName: "", tree: tree)
        // Tokens and not a visitor: how deep the source is nested does not matter then.
        for token in tree.tokens(viewMode: .sourceAccurate) where token.tokenKind != .endOfFile {
            guard let next = open.first else { return }
            let line = converter.location(for: token.positionAfterSkippingLeadingTrivia).line
            guard line > directives[next].line else { continue }
            let lines = line...max(line, lastLine(of: token, converter: converter))
            while let index = open.first, directives[index].line < line {
                directives[index].lines = lines
                open.removeFirst()
            }
        }
    }

    /// The line on which the statement or declaration that `first` begins ends, or on which its body's brace opens.
    private static func lastLine(of first: TokenSyntax, converter: SourceLocationConverter) -> Int {
        let start = first.positionAfterSkippingLeadingTrivia
        var item: Syntax?
        var node = first.parent
        while let current = node, current.positionAfterSkippingLeadingTrivia == start {
            if current.is(CodeBlockItemSyntax.self) || current.is(MemberBlockItemSyntax.self) { item = current }
            node = current.parent
        }
        var last = first
        var closure: SyntaxIdentifier?
        for token in item?.tokens(viewMode: .sourceAccurate) ?? first.tokens(viewMode: .sourceAccurate) {
            last = token
            if let open = closure {
                if token.tokenKind == .rightBrace, token.parent?.id == open { closure = nil }
            } else if token.tokenKind == .leftBrace {
                guard token.parent?.is(ClosureExprSyntax.self) ?? false else { break }
                closure = token.parent?.id
            }
        }
        return converter.location(for: last.positionAfterSkippingLeadingTrivia).line
    }
}
