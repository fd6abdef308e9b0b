import SeamKit
import SwiftSyntax

/// The edits that declare a caller's property, at the start of the type or at its existing place.
struct PropertyEdits {
    let place: PropertyPlace
    let name: String
    /// What the property returns, as the caller sees it.
    let instance: InjectedType
    /// The isolation of what has the property.
    let isolation: Isolation
    /// How the property gets an instance that is passed; nil if it can't, or already does.
    let injection: Injection?
    /// The lines of a new initializer that comes behind it.
    let initializer: [String]

    private var file: ParsedFile { place.file }

    var all: [TextEdit] {
        if let declaration = place.declaration { return injection.map { upgrade(declaration, by: $0) } ?? [] }
        let value = instance.value(of: place.access)
        guard let injection else {
            let kind = place.isStatic ? "static var" : "var"
            return [
                insertion(of: place.attributes + ["\(prefix)private \(kind) \(name): \(instance.type) { \(value) }"])
            ]
        }
        var lines = injection.declaration
        if injection.form.isEarly {
            if !initializer.isEmpty { lines += [""] + initializer }
            return (lines.isEmpty ? [] : [insertion(of: lines)]) + injection.edits
        }
        lines.append("\(prefix)private var \(name): \(instance.type) { \(injection.stored) ?? \(value) }")
        if !initializer.isEmpty { lines += [""] + initializer }
        return [insertion(of: lines)] + injection.edits
    }

    /// Changes a property that returns the accessor's instance so that it first returns an injected one.
    private func upgrade(_ declaration: DeclSyntax, by injection: Injection) -> [TextEdit] {
        if injection.form.isEarly { return replacement(of: declaration, by: injection) }
        let type = instance.type
        guard let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first,
            case .getter(let items)? = binding.accessorBlock?.accessors, let item = items.first
        else { return [] }
        let value = item.item.as(ReturnStmtSyntax.self)?.expression.map { Syntax($0) } ?? Syntax(item.item)
        let start = declaration.positionAfterSkippingLeadingTrivia.utf8Offset
        let gap = file.newline + file.indent(of: start)
        var edits = [
            TextEdit(
                offset: value.positionAfterSkippingLeadingTrivia.utf8Offset,
                old: "",
                new: "\(injection.stored) ?? "
            )
        ]
        if let old = binding.typeAnnotation?.type, type.hasPrefix("any "), old.trimmedDescription != type {
            let offset = old.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(TextEdit(offset: offset, old: old.trimmedDescription, new: type))
            // A protocol has no accessor.
            if value.trimmedDescription.hasPrefix(".") { edits[0].new += old.trimmedDescription }
        }
        if !injection.declaration.isEmpty {
            edits.append(TextEdit(offset: start, old: "", new: injection.declaration.map { $0 + gap }.joined()))
        }
        if !initializer.isEmpty {
            let end = declaration.endPositionBeforeTrailingTrivia.utf8Offset
            let text = initializer.map { gap + $0 }.joined()
            edits.append(TextEdit(offset: end, old: "", new: file.newline + text))
        }
        return edits + injection.edits
    }

    /// Makes a computed property a stored one.
    private func replacement(of declaration: DeclSyntax, by injection: Injection) -> [TextEdit] {
        let start = declaration.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = declaration.endPositionBeforeTrailingTrivia.utf8Offset
        let gap = file.newline + file.indent(of: start)
        let lines = injection.declaration + (initializer.isEmpty ? [] : [""] + initializer)
        let new = lines.joined(separator: gap).replacing(gap + file.newline, with: file.newline + file.newline)
        let old = String(decoding: file.bytes[start..<end], as: UTF8.self)
        return [TextEdit(offset: start, old: old, new: new)] + injection.edits
    }

    private var prefix: String {
        switch instance.isolation {
        case .nonisolated: isolation == .nonisolated ? "" : "nonisolated "
        case .actor(let name): isolation == instance.isolation ? "" : "@\(name) "
        case .unknown: ""
        }
    }

    private func insertion(of lines: [String]) -> TextEdit {
        MemberInsertion(owner: place.owner, file: file).edit(
            inserting: lines,
            afterStored: injection?.form.isEarly == true
        )
    }
}
