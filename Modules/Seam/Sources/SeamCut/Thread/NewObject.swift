import SeamKit

/// How a place sets a property of an object that it makes, or gets from a storyboard.
struct NewObject {
    /// What sets the property; nil if the object has no name there.
    let argument: Construction.Argument?
    /// Why the property can't be set without one.
    let refusal: MakerRefusal

    init(_ made: ExpressionNode, of type: String, property: String, in file: ParsedFile) {
        argument =
            NewName(of: made, as: type).map { file.argument(setting: property, of: $0) }
            ?? NamedObject(made, in: file).map { .naming($0, property: property) }
        refusal = MakerRefusal(
            "nothing names what is made here, so that \(property) can't be set",
            "Give it a name first, and set \(property): `let new = ...`."
        )
    }
}

extension ParsedFile {
    /// Returns what sets a property of a new object already, or where it is to be set.
    fileprivate func argument(setting property: String, of new: NewName) -> Construction.Argument {
        if let value = new.value(of: property) { return .passed(value) }
        let text = "\(new.name).\(property) = %"
        let line = newline + indent(of: new.start)
        // What stands on one line stays there.
        let isOnOwnLine = lineStart(of: new.start) + indent(of: new.start).utf8.count == new.start
        if !isOnOwnLine, !new.isBefore, bytes[new.offset - 1] == UInt8(ascii: ";") {
            return .insertion(offset: new.offset, text: " \(text);")
        }
        let gap = isOnOwnLine ? line : "; "
        return .insertion(offset: new.offset, text: new.isBefore ? text + gap : gap + text)
    }

    /// Returns the expressions that get an object of a type from a storyboard or a segue: `segue.destination as? Screen`.
    func instantiations(of type: String) -> [ExpressionNode] {
        tokens(type).compactMap(\.typed).filter { Self.instantiates($0.source) }.map(\.value)
    }

    private static func instantiates(_ value: ExpressionNode) -> Bool {
        if value.isMember { return ["destination", "destinationController"].contains(value.reference?.name) }
        return value.call?.calledMember?.name.hasPrefix("instantiate") == true
    }
}

extension CodeTree {
    /// Returns whether Interface Builder may make objects of a class, which is a part of a user interface.
    func isOfInterfaceBuilder(_ owner: OwnerDecl) -> Bool {
        if sources.isNamedByInterfaceBuilder(owner.simpleName) { return true }
        let foreign = ([owner] + superclasses(of: owner)).compactMap { above in
            above.inherited.first.flatMap { type($0, in: above) == nil ? $0 : nil }
        }
        return foreign.contains { name in
            ["Controller", "View", "Window", "Cell", "Button", "Control"].contains { name.hasSuffix($0) }
        }
    }
}
