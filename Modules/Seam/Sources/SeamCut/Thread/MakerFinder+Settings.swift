import SeamKit

/// Objects that get their instance once they are made: what a storyboard makes takes nothing in its initializer.
extension MakerFinder {
    /// Finds the places that make such an object, or get one from a storyboard.
    mutating func findSettings(of caller: DefaultedCaller, _ node: ThreadNode) {
        let name = caller.owner.simpleName
        for path in index.paths(saying: name) {
            guard let file = index.file(path) else { continue }
            let finder = ConstructionFinder([name], [], in: file, index: index)
            let made = finder.calls.map(\.expression) + file.instantiations(of: name)
            if !made.isEmpty, let obstacle = obstacle(of: file) { return graph.fail(node.key, obstacle) }
            for made in made.sorted(by: { $0.offset < $1.offset }) {
                let construction = Construction(file: file, node: made, isTest: index.isTest(path))
                let argument =
                    NewName(of: made, as: name).map { file.argument(setting: caller.label, of: $0) }
                    ?? NamedObject(made, in: file).map { .naming($0, property: caller.label) }
                let refusal = MakerRefusal(
                    "nothing names what is made here, so that \(caller.label) can't be set",
                    "Give it a name first, and set \(caller.label): `let new = ...`."
                )
                let found = self.made(construction, node, argument, otherwise: refusal)
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
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
    fileprivate func instantiations(of type: String) -> [ExpressionNode] {
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
