import SeamKit
import SwiftSyntax

/// A type that is to take an instance: decides whether it can, and how.
///
/// The form is a stored optional, a computed property that falls back to the accessor, and an initializer parameter with the
/// default `nil`. Code that creates the caller compiles unchanged, and the accessor is read as late as before. A class whose
/// initializers can't take a parameter, a view, and a structure without an initializer have a stored optional that can be set.
struct Recipient {
    let request: CutRequest
    let instance: InjectedType
    let owner: OwnerDecl
    let file: ParsedFile
    let property: String
    /// Whether other files or extensions than the type's own declaration read the stored property.
    var isShared = false
    /// The last names of the types that use the singleton.
    var users: Set<String> = []
    /// The access modifier of the injected type; nil to find it at its declaration.
    var typeAccess: String?
    var form = Form.fallback

    /// What an initializer takes.
    enum Form {
        /// An optional, nil by default, beside a computed property that falls back to the accessor.
        case fallback
        /// The instance.
        case required
    }

    /// Whether the type can store anything more.
    static let ofCaller: [Check<Recipient>] = [
        .kind, .structure, .branchedKind, .attribute, .synthesis, .reflection, .unknownProtocol,
        .memberwiseReference, .memberwiseOverload, .memberwiseRequirement,
    ]
    /// Whether it can store the instance.
    static let ofInstance: [Check<Recipient>] = [.instance, .limited, .storage, .access]
    /// Whether its initializers can take the instance. Where they can't, a variable may be set.
    static let ofInitializers: [Check<Recipient>] = [
        .subclasses, .reference, .requirement, .overload, .madeValue, .branches, .publicAccess, .initializers,
    ]

    var index: TypeIndex { request.index.seen(from: file.path) }
    private var reasons: Reasons { request.reasons }

    func injection() -> Result<Injection, Reason> {
        if let reason = reasons.first(of: Self.ofCaller, for: self) ?? instanceReason { return .failure(reason) }
        // A view is made by its memberwise initializer, which takes what is stored.
        if isView, form == .fallback { return settable(insteadOf: .kind) }
        if let reason = reasons.first(of: Self.ofInitializers, for: self) { return settable(insteadOf: reason) }
        return injectionByInitializer.map { .success($0) } ?? settable(insteadOf: .unexplained)
    }

    /// Why the instance can't be stored in the caller, or taken by one of its functions.
    var instanceReason: Reason? { reasons.first(of: Self.ofInstance, for: self) }

    /// The name of the stored property. A superclass that uses the singleton may have one too.
    private var stored: String {
        let raised = property.prefix(1).uppercased() + property.dropFirst()
        if form == .required { return property }
        let hasTwin = index.superclasses(of: owner).contains { users.contains($0.simpleName) }
        return hasTwin ? "injected\(owner.simpleName)\(raised)" : "injected\(raised)"
    }

    /// The type of the parameter and of the stored property.
    var type: String { form == .required ? instance.type : instance.optionalType }

    /// Whether the name was given away in the file or in the type. That of a required instance was chosen with both in view.
    private var isTaken: Bool {
        form == .fallback && (file.hasName(stored, in: owner) || index.memberNames(of: owner.name).contains(stored))
    }

    /// The form in which initializers take the instance; nil if no initializer can.
    var injectionByInitializer: Injection? {
        guard !isTaken, !isShared || !isSaidElsewhere(stored) else { return nil }
        if owner.kind == .struct, hasOtherAssignments { return nil }
        var injection = Injection(stored: stored, declaration: declaration(isSettable: false))
        injection.parameter =
            form == .fallback ? "\(property) \(stored): \(type) = nil" : "\(property): \(type)"
        if initializers.own.isEmpty {
            // A structure keeps its memberwise initializer, which takes what is required.
            if owner.kind == .struct { return form == .required && isMemberwiseOpen ? injection : nil }
            return isWithoutSuperclass ? injection : nil
        }
        guard let takers = initializers.takers(areAll: form == .required, index: index), !takers.isEmpty else {
            return nil
        }
        injection.takers = takers
        return injection
    }

    /// Returns the form in which the instance is set from outside, where no initializer can take it.
    private func settable(insteadOf reason: Reason) -> Result<Injection, Reason> {
        // A variable is no way to pass something to what other threads see.
        let canBeSet =
            form == .fallback && !isSaidElsewhere(stored) && owner.kind != .actor
            && (owner.kind == .struct || !isSendable)
            && !owner.attributes.contains { $0.trimmedDescription == "@Observable" }
        guard canBeSet else { return .failure(reason) }
        if let reason = reasons.first(of: [.calledClosure], for: self) { return .failure(reason) }
        return .success(Injection(stored: stored, declaration: declaration(isSettable: true)))
    }

    /// Returns the lines that declare the stored property.
    ///
    /// If the accessor can be read from anywhere, so can the computed property, and what it reads (docs/adr/injected-instances.md).
    private func declaration(isSettable: Bool) -> [String] {
        let isFree = isIsolated && instance.isolation == .nonisolated
        // The compiler makes a structure that isn't public `Sendable` if all that it stores is.
        let isSent = (isSendable || owner.kind == .struct && !owner.hasModifier("public")) && !instance.isSendable
        let isUnsafe = form == .fallback && (isSettable ? isFree || isSent : isFree && !instance.isSendable || isSent)
        let line = "\(isSettable ? "var" : isShared ? "let" : "private let") \(stored): \(type)"
        guard isUnsafe else { return [line] }
        let note =
            isSettable
            ? "// Is set before the first use, if ever." : "// Is as safe to read as the accessor, from anywhere."
        return [note, "nonisolated(unsafe) \(line)"]  // Text for the caller: the note above it is its reason there.
    }

    // MARK: What the checks ask

    var isIsolated: Bool { IsolationReader(index: index).isolation(of: owner, in: file) != .nonisolated }

    var isSendable: Bool { index.conforms(owner.name, to: ["Sendable"]) }

    var declarations: [TypeIndex.Declaration] { index.exactParts(of: owner.name) }

    var initializers: Initializers { Initializers(owner: owner, file: file) }

    var initializersOfAllParts: [InitializerDeclSyntax] {
        declarations.flatMap { $0.owner.memberDecls }.compactMap { $0.as(InitializerDeclSyntax.self) }
    }

    /// Whether the type is a structure that is no part of a user interface.
    var isValue: Bool { owner.kind == .struct && !isView }

    /// Whether the type is made by its memberwise initializer.
    var isMemberwise: Bool { owner.kind == .struct && initializers.own.isEmpty }

    /// Whether the type is a part of a user interface, which is made and compared by its framework and which nobody prints.
    private var isView: Bool {
        owner.kind == .struct
            && index.conforms(
                owner.name,
                to: [
                    "View", "ViewModifier", "App", "Scene", "Commands", "Widget", "WidgetBundle", "ToolbarContent",
                    "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable", "TimelineProvider",
                    "IntentTimelineProvider", "AppIntentTimelineProvider", "ButtonStyle", "PrimitiveButtonStyle",
                ]
            )
    }

    /// Whether public code can name the instance's type.
    var isTypePublic: Bool {
        if let typeAccess { return typeAccess == "public" }
        return index.type(of: instance).map { $0.owner.hasModifier("public") || $0.owner.hasModifier("open") }
            ?? true
    }

    /// Whether the memberwise initializer can take one more value as its last.
    private var isMemberwiseOpen: Bool {
        let isHidden = owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.contains { variable in
            variable.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
                && variable.bindings.contains { $0.accessorBlock == nil && $0.initializer == nil }
                && variable.attributes.isEmpty && !variable.modifiers.contains { $0.name.text == "static" }
        }
        let parameters = CalledInitializer(memberwiseOf: owner, takes: true).parameters
        return !isHidden && !parameters.contains(where: \.isClosure) && !owner.hasModifier("public")
    }

    private var isWithoutSuperclass: Bool {
        owner.kind == .actor
            || owner.inherited.allSatisfy { name in
                index.type(name)?.owner.kind == .protocol
                    || ["Sendable", "ObservableObject", "Identifiable"].contains(name)
            }
    }

    /// Whether a structure has initializers that assign all of its properties, or itself, elsewhere than its own declaration.
    private var hasOtherAssignments: Bool {
        let elsewhere = declarations.filter { $0.owner.kind == .extension }
            .flatMap(\.owner.memberDecls).compactMap { $0.as(InitializerDeclSyntax.self) }
        return !elsewhere.allSatisfy(\.isDelegating)
            || initializers.own.contains { initializer in
                initializer.tokens(viewMode: .sourceAccurate).contains {
                    $0.text == "self" && $0.nextToken(viewMode: .sourceAccurate)?.text == "="
                }
            }
    }
}
