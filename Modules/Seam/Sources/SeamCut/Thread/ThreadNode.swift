import SeamKit
import SwiftSyntax

/// A type that the instance is to be passed to: a caller that falls back to the accessor, a maker that has to take the
/// instance to pass it on, or one that has it already.
final class ThreadNode {
    enum Role {
        /// It falls back to the accessor.
        case caller(InjectedCaller)
        /// It takes the instance only to pass it on.
        case carrier(Injection)
        /// It has the instance already, in a constant.
        case holder(isPrivate: Bool)
    }

    let owner: OwnerDecl
    let file: ParsedFile
    let property: String
    let role: Role
    /// Uses of the map that go away.
    var rows: [Int] = []
    /// Why it can't be threaded, with the place.
    var failure: (reason: Reason, message: String)?
    /// Calls that make it, with what they pass.
    var sites: [ThreadSite] = []
    /// Whether a root, a test or a call that passes an instance makes it, directly or not.
    var isReached = false
    /// Whether the slice wants it, or one that it makes.
    var isWanted = false
    /// Whether other files of the type read the property.
    var isShared = false

    init(owner: OwnerDecl, file: ParsedFile, property: String, role: Role) {
        self.owner = owner
        self.file = file
        self.property = property
        self.role = role
    }

    /// The type that a caller takes; nil for others.
    var type: String? { if case .caller(let caller) = role { caller.type } else { nil } }

    var id: CutPlan.Caller.ID { CutPlan.Caller.ID(file: file.path, name: owner.name, property: property) }

    func fail(_ reason: Reason, _ message: String) {
        if failure == nil { failure = (reason, message) }
    }
}

/// A call that makes a type, and where the instance comes from there.
struct ThreadSite {
    enum Source {
        /// The call passes an instance already.
        case passed
        /// A root, or a test: the accessor.
        case accessor
        /// The property of the type around the call.
        case property(owner: String, Reading)
    }

    var construction: Construction
    var argument: Construction.Argument
    var source: Source
}

extension OwnerDecl {
    /// Returns the constant of a type that holds what was passed for it; nil if there is none.
    func constant(of type: String) -> (name: String, isPrivate: Bool)? {
        for decl in memberDecls {
            guard let variable = decl.as(VariableDeclSyntax.self), variable.bindingSpecifier.text == "let",
                !variable.modifiers.contains(where: { $0.name.text == "static" }), variable.bindings.count == 1,
                let binding = variable.bindings.first, binding.initializer == nil,
                binding.typeAnnotation?.type.trimmedDescription == type
            else { continue }
            let isPrivate = variable.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
            return (binding.pattern.trimmedDescription, isPrivate)
        }
        return nil
    }
}
