import SeamKit

/// What carries an instance to its callers, beside their initializers.
struct Carrier {
    /// The name in code: of a property of the values.
    var name: String
    /// The module that declares it.
    var module: String
    /// Path of the file that declares it.
    var path: String
    /// Its access modifier; empty for internal.
    var access: String
    /// The name of the instance in a provider.
    var member = ""
    /// Whether the tree doesn't have it yet.
    var isNew = false
    /// The new file of a key.
    var change: FileChange?
}

/// Finds or plans the key under which the values of a library have an instance.
///
/// The value is nil unless somebody sets it, so the accessor is read as late as before, and only by callers that got nothing.
struct InstanceKey {
    let request: CutRequest
    /// The accessor, as callers see it.
    let instance: InjectedType
    let values: WrappedValues
    /// The protocol that callers see the instance through; nil for its type.
    let choice: ProtocolChoice?
    /// The modules with uses.
    let users: Set<String>

    private var index: CodeTree { request.index }
    private var singleton: Singleton { request.singleton }

    /// Returns the carrier; nil if there can be none.
    ///
    /// - Parameter names: the names that the property may have, the best first.
    func carrier(names: [String]) -> Carrier? {
        let found = existing
        if let found { return found.type == instance.optionalType ? found.carrier : nil }
        guard values != .dependency || instance.isSendable, let home, let access = home.access(for: users),
            let imports = home.imports, let library = library(for: home.module)
        else { return nil }
        let taken = values.taken.union(Set(index.parts(called: values.type).flatMap(\.owner.memberNames)))
        guard let name = names.first(where: { !taken.contains($0) }) else { return nil }
        let path = home.folder + "\(values.type)+\(name).swift"
        guard !index.sources.exists(path) else { return nil }
        let edit = TextEdit(
            offset: 0,
            old: "",
            new: text(naming: name, access: access, imports: Set(imports + [library]).sorted(), in: home)
        )
        return Carrier(
            name: name,
            module: home.module,
            path: path,
            access: access,
            isNew: true,
            change: FileChange(path: path, bytes: [], edits: [edit], isNew: true)
        )
    }

    /// The name of the key, by which the next slice finds it.
    private var key: String {
        // An accessor may have any text as its name, in backticks.
        let accessor = instance.accessor.name.filter { $0.isLetter || $0.isNumber || $0 == "_" }
        let raised = accessor.prefix(1).uppercased() + accessor.dropFirst()
        let isGlobal = singleton.shape == .global || singleton.shape == .world
        return (isGlobal ? "Global" : singleton.name.filter { $0 != "." }) + raised + "Key"
    }

    private var existing: (carrier: Carrier, type: TypeStructure?)? {
        // No file declares the type, and each extension of the name is one of it.
        for (file, owner) in index.parts(called: values.type) where owner.kind == .extension {
            for variable in owner.variables where variable.code.contains("[\(key).self]") {
                guard let binding = variable.parts.first else { continue }
                let words = [variable.modifierList, owner.modifiers]
                let carrier = Carrier(
                    name: binding.written,
                    module: index.module(ofFile: file.path),
                    path: file.path,
                    access: words.lazy.compactMap { $0.first(of: "public", "package") }.first ?? ""
                )
                return (carrier, binding.type?.structure)
            }
        }
        return nil
    }

    private var home: CarrierHome? {
        let into = choice == nil ? request.options.protocolModule : nil
        return CarrierHome(request: request, instance: instance, choice: choice, into: into)
    }

    /// Returns the module to import for the values in code of a module; nil if that doesn't depend on one.
    func library(for module: String) -> String? {
        // Frameworks of the system are no dependencies.
        if values == .environment { return values.modules.first }
        return values.modules.first { index.isSeen($0, from: module) }
    }

    private func text(naming name: String, access: String, imports: [String], in home: CarrierHome) -> String {
        let access = access.isEmpty ? "" : access + " "
        let accessor = instance.accessor.expression(in: singleton)
        let kind = values == .environment ? "struct" : "enum"
        let defaults = values == .environment ? ["defaultValue"] : ["liveValue", "testValue"]
        let lines =
            imports.map { "import \($0)" } + [
                "",
                "\(home.isolation)private \(kind) \(key): \(values.keyProtocol) {",
            ] + defaults.map { "    static var \($0): \(instance.optionalType) { nil }" } + [
                "}",
                "",
                "\(home.isolation)extension \(values.type) {",
                "    /// The instance that callers use in place of `\(accessor)`; nil for that one.",
                "    \(access)var \(name): \(instance.optionalType) {",
                "        get { self[\(key).self] }",
                "        set { self[\(key).self] = newValue }",
                "    }",
                "}",
            ]
        return lines.joined(separator: "\n") + "\n"
    }
}
