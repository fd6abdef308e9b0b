import SeamKit
import SwiftSyntax

/// What a caller stores for an instance that is passed to it, and how it gets it.
///
/// Reasons: docs/adr/injected-instances.md.
struct Injection {
    /// The name of the stored property for the passed instance.
    var stored: String
    /// The lines that declare the stored property.
    var declaration: [String] = []
    /// The parameter of initializers; nil if they take none.
    var parameter: String?
    /// The initializers that get the parameter. A type without an initializer gets one.
    var takers: Set<SyntaxIdentifier> = []
    /// Other edits of the caller.
    var edits: [TextEdit] = []
    /// Whether only code on the caller's own actor can read what is stored.
    var isBound = false
    /// Whether what is stored is of the style's own, and not an instance.
    var isCarried = false
}

/// Decides whether a caller can accept an instance, and how.
///
/// The form is a stored optional, a computed property that falls back to the accessor, and an initializer parameter with the
/// default `nil`. Code that creates the caller compiles unchanged, and the accessor is read as late as before. A class whose
/// initializers can't take a parameter, a view, and a structure without an initializer have a stored optional that can be set.
struct Injector {
    let index: TypeIndex
    let singleton: Singleton
    let service: Service
    let owner: OwnerDecl
    let file: ParsedFile
    let property: String
    /// Whether other files or extensions than the type's own declaration read the stored property.
    var isShared = false
    /// The last names of the types that use the singleton.
    var users: Set<String> = []
    /// The access modifier of the injected type; nil to find it at its declaration.
    var typeAccess: String?
    /// Whether structures that aren't part of a user interface may store an instance.
    var allowsStructs = false
    var form = Form.fallback

    /// What an initializer takes.
    enum Form {
        /// An optional, nil by default, beside a computed property that falls back to the accessor.
        case fallback
        /// The instance.
        case required
    }

    func injection() -> Result<Injection, ObstacleFound> {
        if let obstacle = callerObstacle() ?? instanceObstacle() { return .failure(ObstacleFound(obstacle)) }
        // A view is made by its memberwise initializer, which takes what is stored.
        if isView { return settable(insteadOf: .kind) }
        if let obstacle = initializerObstacle() ?? storageObstacle() { return settable(insteadOf: obstacle) }
        guard let injection = byInitializer() else { return settable(insteadOf: .initializers) }
        return .success(injection)
    }

    /// The name of the stored property. A superclass that uses the singleton may have one too.
    private var stored: String {
        let raised = property.prefix(1).uppercased() + property.dropFirst()
        if form == .required { return property }
        let hasTwin = index.superclasses(of: owner).contains { users.contains($0.simpleName) }
        return hasTwin ? "injected\(owner.simpleName)\(raised)" : "injected\(raised)"
    }

    /// The type of the parameter and of the stored property.
    var type: String {
        form == .required ? service.type : service.optionalType
    }

    /// Whether the name was given away in the file or in the type. That of a required instance was chosen with both in view.
    private var isTaken: Bool {
        form == .fallback && (file.hasName(stored, in: owner) || index.memberNames(of: owner.name).contains(stored))
    }

    /// Returns the form in which initializers take the instance; nil if no initializer can.
    private func byInitializer() -> Injection? {
        guard !isTaken, !isShared || !isSaidElsewhere(stored) else { return nil }
        if owner.kind == .struct, hasOtherAssignments { return nil }
        var injection = Injection(stored: stored, declaration: declaration(isSettable: false))
        injection.parameter =
            form == .fallback ? "\(property) \(stored): \(type) = nil" : "\(property): \(type)"
        let initializers = Initializers(owner: owner, file: file)
        if initializers.own.isEmpty {
            // A structure keeps its memberwise initializer.
            return owner.kind != .struct && isWithoutSuperclass ? injection : nil
        }
        guard let takers = initializers.takers(areAll: form == .required), !takers.isEmpty else { return nil }
        injection.takers = takers
        return injection
    }

    /// Returns the form in which the instance is set from outside, where no initializer can take it.
    private func settable(insteadOf obstacle: Obstacle) -> Result<Injection, ObstacleFound> {
        // A variable is no way to pass something to what other threads see.
        guard form == .fallback, !isSaidElsewhere(stored), owner.kind != .actor,
            owner.kind == .struct || !isSendable,
            !owner.attributes.contains(where: { $0.trimmedDescription == "@Observable" })
        else { return .failure(ObstacleFound(obstacle)) }
        if owner.kind == .struct, hasCalledClosure { return .failure(ObstacleFound(.initializers)) }
        return .success(Injection(stored: stored, declaration: declaration(isSettable: true)))
    }

    /// Returns the lines that declare the stored property.
    ///
    /// If the accessor can be read from anywhere, so can the computed property, and what it reads (docs/adr/injected-instances.md).
    private func declaration(isSettable: Bool) -> [String] {
        let isFree = isIsolated && service.isolation == .nonisolated
        // The compiler makes a structure that isn't public `Sendable` if all that it stores is.
        let isSent = (isSendable || owner.kind == .struct && !owner.hasModifier("public")) && !service.isSendable
        let isUnsafe = form == .fallback && (isSettable ? isFree || isSent : isFree && !service.isSendable || isSent)
        let line = "\(isSettable ? "var" : isShared ? "let" : "private let") \(stored): \(type)"
        guard isUnsafe else { return [line] }
        let note =
            isSettable
            ? "// Is set before the first use, if ever." : "// Is as safe to read as the accessor, from anywhere."
        return [note, "nonisolated(unsafe) \(line)"]  // Text for the caller: the note above it is its reason there.
    }

    private var isIsolated: Bool { IsolationReader(index: index).isolation(of: owner, in: file) != .nonisolated }

    private var isSendable: Bool { index.conforms(owner.name, to: ["Sendable"]) }

    struct ObstacleFound: Error {
        var obstacle: Obstacle
        init(_ obstacle: Obstacle) { self.obstacle = obstacle }
    }

    // MARK: The caller

    private func callerObstacle() -> Obstacle? {
        guard [.class, .actor, .struct].contains(owner.kind), !owner.isLocal else { return .kind }
        if owner.kind == .struct, !isView, !allowsStructs { return .structure }
        let declarations = index.declarations(of: owner.name)
        if owner.isConditional, declarations.count(where: { $0.owner.kind != .extension }) > 1 { return .kind }
        for attribute in owner.attributes {
            let name = attribute.as(AttributeSyntax.self).map { OwnerDecl.plain($0.attributeName) } ?? "#if"
            let isPlain =
                owner.kind == .struct && !isView
                ? ["main", "available", "preconcurrency"].contains(name) : name.first?.isLowercase == true
            // Any name is a member then.
            if name == "dynamicMemberLookup" { return .attribute }
            if !isPlain, name != "MainActor", name != "Observable" { return .attribute }
        }
        // The compiler writes no comparison for a class.
        let compared: Set = owner.kind == .struct ? ["Equatable", "Hashable", "Comparable"] : []
        if index.conforms(owner.name, to: compared.union(["Codable", "Encodable", "Decodable"])) { return .synthesis }
        if index.isReflected(owner.simpleName) { return .reflection }
        guard owner.kind == .struct else { return nil }
        if !isView, let obstacle = valueObstacle() { return obstacle }
        // The memberwise initializer has one more parameter.
        if owner.memberDecls.contains(where: { $0.is(InitializerDeclSyntax.self) }) { return nil }
        if index.hasReferenceToInitializer(owner.simpleName) { return .reference }
        let own = declarations.flatMap { $0.owner.memberDecls }.compactMap { $0.as(InitializerDeclSyntax.self) }
        if hasAmbiguity(own.map(labels) + [memberwiseLabels]) { return .overload }
        return declarations.flatMap(\.owner.inherited).contains(where: asksForInitializer) ? .requirement : nil
    }

    /// Returns what else a stored property would change in a structure that is no part of a user interface.
    private func valueObstacle() -> Obstacle? {
        if index.isMeasured(owner.simpleName) { return .reflection }
        // What another protocol demands of the stored properties, or compares, nobody knows.
        let known = Self.protocolsOfValues.union(Self.protocolsOfMadeValues)
        return index.inherited(by: owner.name).isSubset(of: known) ? nil : .synthesis
    }

    /// Protocols outside the tree that ask for no initializer, and for which the compiler writes nothing.
    private static let protocolsOfValues: Set<String> = [
        "Sendable", "SendableMetatype", "Identifiable", "CustomStringConvertible", "CustomDebugStringConvertible",
        "CustomReflectable", "CustomPlaygroundDisplayConvertible", "Sequence", "IteratorProtocol", "AsyncSequence",
        "AsyncIteratorProtocol", "Collection",
        "BidirectionalCollection", "RandomAccessCollection", "TextOutputStream", "Publisher", "Scheduler",
    ]
    /// The protocols that require an initializer without parameters.
    private static let protocolsOfMadeValues: Set<String> = [
        "CommandPlugin", "BuildToolPlugin", "AppIntent", "WidgetConfigurationIntent", "OpenIntent",
        "LiveActivityIntent", "AudioPlaybackIntent", "SetValueIntent", "EntityQuery", "EntityStringQuery",
        "EnumerableEntityQuery", "DynamicOptionsProvider",
    ]

    /// Protocols outside the tree that classes conform to by an initializer.
    private static let protocolsWithInitializers: Set<String> = [
        "LosslessStringConvertible", "RawRepresentable", "RangeReplaceableCollection", "SetAlgebra", "OptionSet",
        "ParsableArguments", "ParsableCommand", "AsyncParsableCommand",
    ]

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

    /// Returns why initializers of a class or an actor can't take a parameter.
    private func initializerObstacle() -> Obstacle? {
        if owner.hasModifier("open") { return .subclasses }
        if owner.kind == .class, !owner.hasModifier("final"), index.isInherited(owner.simpleName) { return .subclasses }
        if index.hasReferenceToInitializer(owner.simpleName) { return .reference }
        let declarations = index.declarations(of: owner.name)
        if declarations.flatMap(\.owner.inherited).contains(where: asksForInitializer) { return .requirement }
        let all = declarations.flatMap { $0.owner.memberDecls }.compactMap { $0.as(InitializerDeclSyntax.self) }
        if hasAmbiguity(all.map(labels)) || isLikeInherited(all) { return .overload }
        if owner.kind == .struct, !index.inherited(by: owner.name).isDisjoint(with: Self.protocolsOfMadeValues) {
            return .requirement
        }
        let isInBranch = owner.members.members.contains { item in
            guard item.decl.is(IfConfigDeclSyntax.self) else { return false }
            return item.decl.trimmedDescription.contains("init")
        }
        return isInBranch ? .branches : nil
    }

    private func asksForInitializer(_ name: String) -> Bool {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            if next.hasPrefix("ExpressibleBy") || Self.protocolsWithInitializers.contains(next) { return true }
            guard seen.insert(next).inserted, let type = index.type(next), type.owner.kind == .protocol else {
                continue
            }
            if type.owner.memberDecls.contains(where: { $0.is(InitializerDeclSyntax.self) }) { return true }
            open += type.owner.inherited
        }
        return false
    }

    // MARK: The instance

    func instanceObstacle() -> Obstacle? {
        if service.isOptional || service.isReference == false { return .instance }
        if service.isTypeDeprecated || !Availability(of: owner.node).covers(service.availability) { return .limited }
        if form == .required, isIsolated || isSendable, !service.isSendable { return .storage }
        guard typeAccess == nil else { return nil }
        guard let found = index.type(of: service)?.owner else {
            return singleton.shape == .framework ? nil : .access
        }
        return found.hasModifier("private") || found.hasModifier("fileprivate") ? .access : nil
    }

    /// Returns why a public initializer can't take the instance.
    private func storageObstacle() -> Obstacle? {
        let hasPublicInitializer = owner.memberDecls.contains {
            $0.as(InitializerDeclSyntax.self)?.modifiers.contains {
                ["public", "open", "package"].contains($0.name.text)
            } == true
        }
        return hasPublicInitializer && !isTypePublic ? .access : nil
    }

    /// Whether public code can name the instance's type.
    var isTypePublic: Bool {
        if let typeAccess { return typeAccess == "public" }
        return index.type(of: service).map { $0.owner.hasModifier("public") || $0.owner.hasModifier("open") }
            ?? true
    }

    private var isWithoutSuperclass: Bool {
        owner.kind == .actor
            || owner.inherited.allSatisfy { name in
                index.type(name)?.owner.kind == .protocol
                    || ["Sendable", "ObservableObject", "Identifiable"].contains(name)
            }
    }

    // MARK: Initializers

    /// Whether a structure has initializers that assign all of its properties, or itself, elsewhere than its own declaration.
    private var hasOtherAssignments: Bool {
        let elsewhere = index.declarations(of: owner.name).filter { $0.owner.kind == .extension }
            .flatMap(\.owner.memberDecls).compactMap { $0.as(InitializerDeclSyntax.self) }
        let own = owner.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) }
        return !elsewhere.allSatisfy(\.isDelegating)
            || own.contains { initializer in
                initializer.tokens(viewMode: .sourceAccurate).contains {
                    $0.text == "self" && $0.nextToken(viewMode: .sourceAccurate)?.text == "="
                }
            }
    }

    /// Whether an initializer calls a closure where the compiler may make another one around it: `a ?? { b }()`. In a structure
    /// with a variable that has an initial value, Swift 6.3 takes that for a change of `self`.
    private var hasCalledClosure: Bool {
        owner.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) }.contains { initializer in
            initializer.tokens(viewMode: .sourceAccurate).contains { token in
                guard let closure = token.parent?.as(ClosureExprSyntax.self), token == closure.rightBrace,
                    closure.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == closure.id
                else { return false }
                let around = sequence(first: Syntax(closure), next: \.parent).prefix { $0.id != initializer.id }
                return around.contains { node in
                    let parts = node.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription) ?? []
                    return node.is(LabeledExprSyntax.self) || parts.contains { ["??", "&&", "||"].contains($0) }
                }
            }
        }
    }
}
