import SeamKit

extension Reason {
    /// The sources don't determine the type of the accessor.
    static let type = Reason(
        "type",
        """
        The accessor's type isn't written where it is declared, or no property can have it. Generic types have to
        be written with their arguments: `static let shared: Cache<Int>`, or `extension Cache<Int> { static let
        shared = Cache() }`. The reason is also given if the type is in a module that the caller's doesn't depend
        on; if it does, the file imports that module. It imports the type alone (`import class Shop.Store`) if the
        module has another name that the file says. The reason is also given where the type's name may mean
        another type: the file's own module declares one too, or two modules that it imports do.
        """,
        advice: "Write the type at the accessor's declaration, and run again.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { @Wrapped static var shared = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                import A
                import B
                func f() { A.Store.shared.go() }
                """,
                store: """
                    struct Other {}
                    """
            ).with(files: [
                "A/Store.swift": """
                public final class Store { public static let shared = Store(); public func go() {} }
                """,
                "B/Store.swift": """
                public struct Store {}
                """,
            ]),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == AccessorDeclaration {
    static var type: Check {
        Check(.type) { declaration in
            guard declaration.type != nil, !declaration.isWrapped else { return true }
            guard let owner = declaration.typeOwner?.owner else { return false }
            return owner.inherited.contains { $0.hasPrefix("~") } || owner.node.isGeneric != declaration.isSpecialized
        }
    }
}

extension Check where Subject == Access {
    /// The caller's file can't name the type, or its name may mean another one.
    static var unseen: Check {
        Check(.type) { access in
            let (index, file) = (access.index, access.file)
            let missing = index.imports(of: file).missing(typeOf: access.instance)
            let isSeen = missing.map { index.isSeen($0, from: index.module(ofFile: file.path)) } ?? true
            return !isSeen || access.hasTwin
        }
    }
}

extension Access {
    /// Whether the name of the instance's type may mean another type in the file: one of its module, or one that it imports.
    fileprivate var hasTwin: Bool {
        let index = request.index
        guard let type = index.type(of: instance) else { return false }
        let modules = index.modules.modules(compiling: file.path)
        let module = index.module(ofFile: type.file.path)
        guard !modules.contains(module) else { return false }
        return index.parts(called: instance.typeName).contains { other, owner in
            let home = index.module(ofFile: other.path)
            guard home != module, owner.kind != .extension else { return false }
            if owner.isPrivate { return other.path == file.path }
            return modules.contains(home) || file.imports.contains(home) && owner.node.isVisibleOutside
        }
    }
}
