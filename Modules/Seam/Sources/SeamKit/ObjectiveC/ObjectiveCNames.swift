/// What Objective-C calls a class of Swift and its members.
package struct ObjectiveCNames: Sendable {
    /// A member, as Swift calls it, and what a message with its name does.
    package struct Member: Sendable {
        package var name: String
        package var kind: Use.Kind
    }

    /// The name of the class.
    package var type: String
    /// For each accessor, the names that it has. Empty if Objective-C can't see any.
    package var accessors: [String: Set<String>] = [:]
    /// The accessors that Swift surely shows to Objective-C: the others depend on a superclass or a setting.
    package var certain: Set<String> = []
    /// Members by the first part of their selectors.
    package var members: [String: Member] = [:]

    /// Reads the names from the files that declare the class and its accessors; nil if that is no class, or Objective-C can't
    /// see it.
    ///
    /// - Parameters:
    ///   - type: the class with the types around it.
    ///   - accessors: the names of its accessors.
    package init?(of type: String, accessors: [String], in files: [[UInt8]]) {
        let simple = type.lastName
        self.type = simple
        let types = files.flatMap { file in
            file.withUnsafeBufferPointer { SwiftDocument(path: "", bytes: $0).types }
        }
        guard let declaration = types.first(where: { $0.kind == .class && $0.name == simple }) else { return nil }
        let isShown = ObjectiveCAttributes(of: declaration)
        guard isShown.isMarked || !declaration.inherited.isEmpty else { return nil }
        if let name = isShown.name { self.type = name }
        add(declaration, accessors: Set(accessors), isShown: isShown.showsMembers)
        for item in types where item.kind == .extension && item.extended?.lastName == simple {
            add(item, accessors: Set(accessors), isShown: ObjectiveCAttributes(of: item).isMarked)
        }
        guard accessors.isEmpty || !self.accessors.isEmpty else { return nil }
    }

    private mutating func add(_ type: Declaration, accessors wanted: Set<String>, isShown: Bool) {
        for member in type.members {
            let own = ObjectiveCAttributes(of: member)
            for binding in member.bindings where binding.isName {
                if wanted.contains(binding.name) {
                    addAccessor(binding.name, member: member, own: own, isShown: isShown)
                }
                let seen = own.name ?? binding.name
                members[seen] = Member(name: binding.name, kind: .read)
                members["set" + seen.prefix(1).uppercased() + seen.dropFirst()] = Member(
                    name: binding.name,
                    kind: .write
                )
            }
            guard member.kind == .function else { continue }
            if wanted.contains(member.name) { addAccessor(member.name, member: member, own: own, isShown: isShown) }
            let with = member.parameters.first?.label.map { "With" + $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
            let seen = own.name?.prefix { $0 != ":" }.description ?? member.name + with
            members[seen] = Member(name: member.name, kind: .call)
        }
    }

    private mutating func addAccessor(
        _ name: String,
        member: Declaration,
        own: ObjectiveCAttributes,
        isShown: Bool
    ) {
        guard !own.isHidden, member.access?.isPrivate != true, member.isStatic else { return }
        // A name that is a word of C gets a line behind it.
        accessors[name, default: []].formUnion(own.name.map { [$0] } ?? [name, name + "_"])
        if own.isMarked || isShown { certain.insert(name) }
    }
}

/// What the attributes of a declaration say to Objective-C, in all branches of an `#if`.
private struct ObjectiveCAttributes {
    private(set) var isMarked = false
    private(set) var showsMembers = false
    private(set) var isHidden = false
    /// The name in `@objc(name)`.
    private(set) var name: String?

    init(of declaration: Declaration) {
        for attribute in declaration.allAttributes {
            switch attribute.name {
            case "objc":
                isMarked = true
                if !attribute.arguments.isEmpty { name = attribute.arguments.filter { !$0.isWhitespace } }
            case "objcMembers": (isMarked, showsMembers) = (true, true)
            case "nonobjc": isHidden = true
            default: break
            }
        }
    }
}
