import SeamKit
import SwiftSyntax

/// The declaration of an accessor that makes the instance, and what it takes to remove it.
struct AccessorDecl {
    let file: ParsedFile
    /// The expression that makes the instance, as any file can write it.
    let value: String
    private let decl: VariableDeclSyntax
    private let initializer: InitializerDeclSyntax?

    /// Reads the declaration; nil unless it is `static let name = Type(...)` with literals as arguments, and the initializer
    /// can be seen from the modules that are to call it.
    init?(_ singleton: Singleton, index: TypeIndex, users: Set<String>) {
        guard singleton.shape == .instance, singleton.accessors.count == 1, let accessor = singleton.accessors.first,
            let file = index.file(accessor.file), !file.hasError,
            let type = index.type(singleton.name)?.owner, type.kind == .class || type.kind == .actor
        else { return nil }
        let declared = type.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.first { variable in
            variable.bindings.first?.pattern.trimmedDescription == accessor.name
        }
        guard let decl = declared, decl.bindings.count == 1, decl.bindingSpecifier.text == "let",
            let call = decl.bindings.first?.initializer?.value.as(FunctionCallExprSyntax.self),
            call.trailingClosure == nil,
            [singleton.name, "Self", ".init", type.simpleName].contains(call.calledExpression.trimmedDescription),
            call.arguments.allSatisfy({ Self.isLiteral($0.expression) })
        else { return nil }
        let initializers = type.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) }
        guard initializers.count <= 1 else { return nil }
        let isPublic = initializers.first?.modifiers.contains { ["public", "package"].contains($0.name.text) } ?? false
        guard isPublic || users.isSubset(of: [singleton.module]) else { return nil }
        (self.file, self.decl, initializer) = (file, decl, initializers.first)
        value = "\(singleton.name)(\(call.arguments.trimmedDescription))"
    }

    private static func isLiteral(_ value: ExprSyntax) -> Bool {
        value.is(IntegerLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
            || value.is(FloatLiteralExprSyntax.self) || value.is(NilLiteralExprSyntax.self)
            || value.as(StringLiteralExprSyntax.self)?.segments.allSatisfy { $0.is(StringSegmentSyntax.self) } == true
    }

    /// The edits that remove the accessor, and let other files call the initializer.
    var edits: [TextEdit] {
        var edits = [removal]
        let hidden = initializer?.modifiers.first { ["private", "fileprivate"].contains($0.name.text) }
        if let hidden, let next = hidden.nextToken(viewMode: .sourceAccurate) {
            let start = hidden.positionAfterSkippingLeadingTrivia.utf8Offset
            let end = next.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(TextEdit(offset: start, old: text(start, end), new: ""))
        }
        return edits
    }

    /// Removes the declaration with the comment that belongs to it, and the empty line that would then be one too many.
    private var removal: TextEdit {
        let own = decl.positionAfterSkippingLeadingTrivia.utf8Offset
        var start = file.lineStart(of: own)
        let item = decl.parent?.as(MemberBlockItemSyntax.self)
        let rest = file.bytes[(item?.endPositionBeforeTrailingTrivia.utf8Offset ?? own)...].drop { $0 == 32 || $0 == 9 }
        let isAlone = rest.first == 10 || rest.first == 13 || rest.starts(with: "//".utf8)
        guard isAlone, text(start, own).allSatisfy(\.isWhitespace) else {
            // Something else stands on its line.
            return TextEdit(offset: own, old: text(own, rest.startIndex), new: "")
        }
        while start > 0 {
            let above = file.lineStart(of: start - 1)
            guard line(above).drop(while: \.isWhitespace).hasPrefix("///") else { break }
            start = above
        }
        var end = decl.endPositionBeforeTrailingTrivia.utf8Offset
        end = next(end)
        let above = start > 0 ? line(file.lineStart(of: start - 1)) : ""
        let isFirst = above.allSatisfy(\.isWhitespace) || above.trimmingSuffix(while: \.isWhitespace).hasSuffix("{")
        if isFirst, line(end).allSatisfy(\.isWhitespace), end < file.bytes.count { end = next(end) }
        return TextEdit(offset: start, old: text(start, end), new: "")
    }

    private func line(_ start: Int) -> String {
        String(decoding: file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The offset of the line after the one of `offset`.
    private func next(_ offset: Int) -> Int {
        let rest = file.bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }
        return min(file.bytes.count, offset + rest.count + 1)
    }

    private func text(_ start: Int, _ end: Int) -> String { String(decoding: file.bytes[start..<end], as: UTF8.self) }
}

extension String {
    /// The text without the characters at its end that fit.
    fileprivate func trimmingSuffix(while fits: (Character) -> Bool) -> Substring {
        var text = self[...]
        while let last = text.last, fits(last) { text = text.dropLast() }
        return text
    }
}
