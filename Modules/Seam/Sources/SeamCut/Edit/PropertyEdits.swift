import SeamKit

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
    /// Whether other files read it.
    var isShared = false
    /// Whether another file has it.
    var isElsewhere = false

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
        if !injection.form.isStored, injection.isKept, !isElsewhere { lines.append(read(injection)) }
        if place.isStatic {
            if !initializer.isEmpty { lines += [""] + initializer }
            return (lines.isEmpty ? [] : [insertion(of: lines)]) + injection.edits
        }
        let insertion = MemberInsertion(owner: place.owner, file: file)
        return insertion.edits(storing: lines, initializer: initializer) + injection.edits
    }

    /// Changes a property that returns the accessor's instance so that it first returns an injected one.
    private func upgrade(_ declaration: DeclarationNode, by injection: Injection) -> [TextEdit] {
        if injection.form.isStored { return replacement(of: declaration, by: injection) }
        let type = instance.type
        guard let binding = declaration.property?.parts.first, let value = binding.computed else { return [] }
        let start = declaration.offset
        let gap = file.newline + file.indent(of: start)
        var edits = [TextEdit(offset: value.offset, old: "", new: "\(injection.stored) ?? ")]
        if let old = binding.type, instance.isProtocol, old.structure != type {
            edits.append(TextEdit(replacing: old, with: type.text))
            // A protocol has no accessor.
            if value.code.hasPrefix(".") { edits[0].new += old.code }
        }
        if !injection.declaration.isEmpty {
            edits.append(TextEdit(offset: start, old: "", new: injection.declaration.map { $0 + gap }.joined()))
        }
        if !initializer.isEmpty {
            let text = initializer.map { gap + $0 }.joined()
            edits.append(TextEdit(offset: declaration.end, old: "", new: file.newline + text))
        }
        return edits + injection.edits
    }

    /// Makes a computed property a stored one.
    private func replacement(of declaration: DeclarationNode, by injection: Injection) -> [TextEdit] {
        let gap = file.newline + file.indent(of: declaration.offset)
        let lines = injection.declaration + (initializer.isEmpty ? [] : [""] + initializer)
        let new = lines.joined(separator: gap).replacing(gap + file.newline, with: file.newline + file.newline)
        return [TextEdit(replacing: declaration, with: new)] + injection.edits
    }

    /// Returns the line of the property that returns what was passed, or the accessor's.
    func read(_ injection: Injection) -> String {
        let access = isShared ? "" : "private "
        let value = instance.value(of: place.access)
        return "\(prefix)\(access)var \(name): \(instance.type) { \(injection.stored) ?? \(value) }"
    }

    private var prefix: String {
        switch instance.isolation {
        case .nonisolated: isolation == .nonisolated ? "" : "nonisolated "
        case .actor(let name): isolation == instance.isolation ? "" : "@\(name) "
        case .unknown: ""
        }
    }

    private func insertion(of lines: [String]) -> TextEdit {
        MemberInsertion(owner: place.owner, file: file).edit(inserting: lines, afterStored: !place.isStatic)
    }
}
