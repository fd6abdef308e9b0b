import SeamKit

/// The place of a new file that declares what carries an instance, and what it needs there.
struct CarrierHome {
    private let request: CutRequest
    /// The accessor, as callers see it.
    let instance: InjectedType
    /// The protocol that callers see the instance through; nil for its type.
    let choice: ProtocolChoice?
    /// The module of the file.
    let module: String
    /// The folder of the file, with a slash at its end; empty for the root of the tree.
    let folder: String

    /// - Parameter into: the module that is to have the file; nil for that of the protocol or the accessor.
    init?(request: CutRequest, instance: InjectedType, choice: ProtocolChoice?, into: String?) {
        (self.request, self.instance, self.choice) = (request, instance, choice)
        let index = request.index
        if let into {
            guard let first = index.module(into)?.folders.first else { return nil }
            (module, folder) = (into, first.isEmpty ? "" : first + "/")
        } else if let choice {
            // The type's module may not import that of the protocol.
            (module, folder) = (choice.module, Self.folder(of: choice.plan.file))
        } else {
            let path = instance.accessor.file
            guard !path.isEmpty else { return nil }
            (module, folder) = (index.module(ofFile: path), Self.folder(of: path))
        }
    }

    private var index: CodeTree { request.index }

    private static func folder(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        return parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
    }

    /// Returns the access modifier for code in `users`: empty if they are all in the module; nil if the type isn't seen there.
    func access(for users: Set<String>) -> String? {
        guard let access = typeAccess(for: users) else { return nil }
        if users.subtracting([module]).isEmpty { return "" }
        return access.isEmpty && choice == nil ? nil : access
    }

    /// Returns the access modifier of the type, which is used in `users`; nil if the file doesn't see it.
    func typeAccess(for users: Set<String>) -> String? {
        if let choice { return choice.access }
        guard let owner = index.type(of: instance)?.owner else {
            return users.subtracting([module]).isEmpty ? "" : "public"
        }
        if owner.isPrivate { return nil }
        if owner.isPublic { return "public" }
        return owner.hasModifier("package") ? "package" : ""
    }

    /// The modules that the file has to import in order to see the type; nil if it can't.
    var imports: [String]? {
        if let choice {
            if choice.module == module { return [] }
            return index.isSeen(choice.module, from: module) ? [choice.module] : nil
        }
        if let found = index.type(of: instance)?.file {
            let own = index.module(ofFile: found.path)
            guard own != module else { return [] }
            return index.isSeen(own, from: module) ? [own] : nil
        }
        if request.singleton.shape == .framework { return [request.singleton.module] }
        guard index.module(ofFile: instance.accessor.file) == module else { return nil }
        return index.file(instance.accessor.file).map { $0.imports.sorted() }
    }

    /// The modifier that keeps declarations free from an actor which is the module's default.
    var isolation: String { index.modules.defaultIsolation(ofModule: module) == .nonisolated ? "" : "nonisolated " }
}
