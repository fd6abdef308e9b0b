@_spi(RawSyntax) import SwiftSyntax

/// The children of a list node, as nodes of one kind.
struct Children<Node: RawSyntaxNodeProtocol>: Sequence, IteratorProtocol {
    private var raw: UnsafeBufferPointer<RawSyntax?>.Iterator?

    init(_ list: (some RawSyntaxNodeProtocol)?) {
        raw = list?.raw.layoutView?.children.makeIterator()
    }

    mutating func next() -> Node? {
        while let child = raw?.next() {
            if let node = child.flatMap({ Node($0) }) { return node }
        }
        return nil
    }
}

extension RawSyntax {
    /// The first token that exists in the source.
    var firstToken: RawSyntaxTokenView? {
        if let token = tokenView { return token.presence == .present ? token : nil }
        guard let children = layoutView?.children.makeIterator() else { return nil }
        for child in IteratorSequence(children) {
            if let token = child?.firstToken { return token }
        }
        return nil
    }

    /// The last token that exists in the source.
    var lastToken: RawSyntaxTokenView? {
        if let token = tokenView { return token.presence == .present ? token : nil }
        guard let children = layoutView?.children else { return nil }
        for child in children.reversed() {
            if let token = child?.lastToken { return token }
        }
        return nil
    }
}

extension RawTokenSyntax {
    /// The text of the token, without the backticks of a quoted name.
    var name: UnsafeBufferPointer<UInt8> {
        tokenText.name
    }
}

extension SyntaxText {
    /// The text, without the backticks of a quoted name.
    var name: UnsafeBufferPointer<UInt8> {
        let text = UnsafeBufferPointer(start: baseAddress, count: count)
        guard text.count > 2, text.first == Byte.backtick, text.last == Byte.backtick else { return text }
        return UnsafeBufferPointer(rebasing: text[1..<(text.count - 1)])
    }
}
