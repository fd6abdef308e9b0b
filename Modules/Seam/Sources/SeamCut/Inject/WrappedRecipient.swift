import SeamKit

/// Decides whether a caller can read an instance through a property wrapper, and how.
///
/// The form is a wrapped optional and a computed property that falls back to the accessor. No initializer changes.
struct WrappedRecipient {
    let index: CodeTree
    let instance: InjectedType
    let owner: OwnerDecl
    let file: ParsedFile
    /// The computed property.
    let property: String
    /// Its declaration; nil if it has none yet.
    let declaration: DeclarationNode?
    let isInSeveralFiles: Bool
    let values: WrappedValues
    /// The places that are to read the property.
    let contexts: [UseContext]

    /// Whether the type can have a wrapped property.
    static let ofCaller: [Check<WrappedRecipient>] = [
        .kind, .files, .attribute, .synthesis, .reflection, .storage,
    ]

    /// Returns the form.
    ///
    /// - Parameter carrier: what carries the instance; nil if nothing can.
    func injection(by carrier: Carrier?, _ reasons: Reasons) -> Result<Injection, Reason> {
        if let reason = reasons.first(of: Self.ofCaller, for: self) { return .failure(reason) }
        let carried = CarriedInstance(instance: instance, carrier: carrier, file: file, index: index)
        if let reason = reasons.first(of: Carriers.ofCarrier, for: carried) { return .failure(reason) }
        if let reason = reasons.first(of: [.style], for: self) { return .failure(reason) }
        guard let carrier else { return .failure(.unexplained) }
        // The macro would make the wrapped property a computed one.
        let ignored = owner.attributeNames.contains("Observable") ? "@ObservationIgnored " : ""
        return .success(
            Injection(
                stored: stored,
                declaration: ["\(ignored)@\(values.wrapper)(\\.\(carrier.name)) private var \(stored)"],
                edits: isBound ? freeing.map { [$0] } ?? [] : [],
                isBound: isBound,
                isCarried: true
            )
        )
    }

    /// The name of the wrapped property.
    var stored: String { "injected" + property.prefix(1).uppercased() + property.dropFirst() }

    // MARK: The caller

    /// Returns whether a type is a part of a user interface that gets an environment.
    static func isView(_ owner: OwnerDecl, index: CodeTree, in file: ParsedFile) -> Bool {
        let protocols: Set<String> = [
            "View", "ViewModifier", "App", "Scene", "Commands", "ToolbarContent", "DynamicProperty",
            "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable",
            "NSViewControllerRepresentable",
        ]
        let kind = owner.kind == .extension ? index.declaration(of: owner)?.owner.kind : owner.kind
        return kind == .struct && file.imports.contains("SwiftUI") && index.conforms(owner, to: protocols)
    }

    /// Whether the values of the library reach such a type.
    var isFitting: Bool {
        switch (values, owner.kind) {
        case (.dependency, .class), (.dependency, .actor): true
        case (.dependency, .struct):
            // What `print` shows of other values would change.
            owner.attributeNames.contains("Reducer") || index.conforms(owner, to: ["Reducer"])
                || Self.isView(owner, index: index, in: file)
        case (.environment, .struct): true
        default: false
        }
    }

    // MARK: Isolation

    var isolation: Isolation { IsolationReader(index: index).isolation(of: owner, in: file) }

    /// Whether the accessor can be read where the wrapped property can't.
    var isBound: Bool {
        (owner.kind == .actor || isolation != .nonisolated) && isolation != instance.isolation
    }

    /// Whether all places that read the property run on the caller's own actor.
    var isReadOnOwnActor: Bool { (contexts + oldContexts).allSatisfy(isOnOwnActor) }

    /// The places that read a property which was gathered before.
    private var oldContexts: [UseContext] {
        guard declaration != nil else { return [] }
        let parts = file.owners.filter { $0.name == owner.name }
        return parts.flatMap { PropertyUses(of: property, in: [$0]).expressions }
            .map { UseContext(around: $0, accessor: instance.accessor, in: file) }
    }

    /// Returns whether a place runs on the caller's own actor, and after the caller is made.
    private func isOnOwnActor(_ context: UseContext) -> Bool {
        guard instance.isolation == .nonisolated, let member = context.memberDecl,
            member.initializer == nil || values != .environment
        else { return false }
        return context.runs(on: isolation, in: file, index)
    }

    /// The edit that binds an existing property to the caller's actor; nil if it is bound already.
    private var freeing: TextEdit? {
        declaration?.modifierRange(of: "nonisolated").map(file.removal(of:))
    }
}
