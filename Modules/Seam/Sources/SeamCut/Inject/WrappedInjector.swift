import SeamKit
import SwiftSyntax

/// Decides whether a caller can read an instance through a property wrapper, and how.
///
/// The form is a wrapped optional and a computed property that falls back to the accessor. No initializer changes.
struct WrappedInjector {
    let index: TypeIndex
    let service: Service
    let owner: OwnerDecl
    let file: ParsedFile
    /// The computed property.
    let property: String
    /// Its declaration; nil if it has none yet.
    let declaration: DeclSyntax?
    let isInSeveralFiles: Bool
    let values: WrappedValues
    /// The places that are to read the property.
    let sites: [Site]

    /// Returns the form.
    ///
    /// - Parameter key: what carries the instance; nil if nothing can.
    func injection(_ key: Carrier?) -> Result<Injection, Injector.ObstacleFound> {
        if let obstacle = callerObstacle() { return .failure(Injector.ObstacleFound(obstacle)) }
        if service.isOptional || service.isReference == false { return .failure(Injector.ObstacleFound(.instance)) }
        guard let key else { return .failure(Injector.ObstacleFound(.style)) }
        guard key.isSeen(from: index.module(ofFile: file.path), index) else {
            return .failure(Injector.ObstacleFound(.access))
        }
        let raised = property.prefix(1).uppercased() + property.dropFirst()
        let stored = "injected\(raised)"
        guard !index.memberNames(of: owner.name).contains(stored), !file.hasName(stored, in: owner),
            !isBound || (sites + oldSites).allSatisfy(isOnOwnActor)
        else { return .failure(Injector.ObstacleFound(.style)) }
        // The macro would make the wrapped property a computed one.
        let ignored = attributes.contains("Observable") ? "@ObservationIgnored " : ""
        return .success(
            Injection(
                stored: stored,
                declaration: ["\(ignored)@\(values.wrapper)(\\.\(key.name)) private var \(stored)"],
                edits: isBound ? freeing.map { [$0] } ?? [] : [],
                isBound: isBound,
                isCarried: true
            )
        )
    }

    // MARK: The caller

    /// Returns whether a type is a part of a user interface that gets an environment.
    static func isView(_ owner: OwnerDecl, index: TypeIndex, in file: ParsedFile) -> Bool {
        let protocols: Set<String> = [
            "View", "ViewModifier", "App", "Scene", "Commands", "ToolbarContent", "DynamicProperty",
            "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable",
            "NSViewControllerRepresentable",
        ]
        let kind = owner.kind == .extension ? index.type(owner.name)?.owner.kind : owner.kind
        return kind == .struct && file.imports.contains("SwiftUI") && index.conforms(owner.name, to: protocols)
    }

    private var attributes: [String] {
        owner.attributes.map { $0.as(AttributeSyntax.self).map { OwnerDecl.plain($0.attributeName) } ?? "#if" }
    }

    private func callerObstacle() -> Obstacle? {
        guard isFitting, !owner.isLocal, !owner.isConditional else { return .kind }
        if isInSeveralFiles { return .files }
        let harmless: Set<String> = ["MainActor", "Observable", "Reducer"]
        if attributes.contains(where: { $0.first?.isLowercase != true && !harmless.contains($0) }) { return .attribute }
        let synthesized: Set<String> = ["Codable", "Encodable", "Decodable", "Equatable", "Hashable", "Comparable"]
        if index.conforms(owner.name, to: synthesized) { return .synthesis }
        if index.isReflected(owner.simpleName) { return .reflection }
        // A wrapped property is a variable.
        let isSendable = owner.kind == .class && index.conforms(owner.name, to: ["Sendable"])
        return isSendable && isolation == .nonisolated ? .storage : nil
    }

    private var isFitting: Bool {
        switch (values, owner.kind) {
        case (.dependency, .class), (.dependency, .actor): true
        case (.dependency, .struct):
            // What `print` shows of other values would change.
            attributes.contains("Reducer") || index.conforms(owner.name, to: ["Reducer"])
                || Self.isView(owner, index: index, in: file)
        case (.environment, .struct): true
        default: false
        }
    }

    // MARK: Isolation

    private var isolation: Isolation { IsolationReader(index: index).isolation(of: owner, in: file) }

    /// Whether the accessor can be read where the wrapped property can't.
    private var isBound: Bool {
        (owner.kind == .actor || isolation != .nonisolated) && isolation != service.isolation
    }

    /// The places that read a property which was gathered before.
    private var oldSites: [Site] {
        guard declaration != nil else { return [] }
        let parts = file.owners.filter { $0.name == owner.name }
        return parts.flatMap { PropertyUses(property, in: [$0]).expressions }
            .map { Site(around: $0, accessor: service.accessor, in: file) }
    }

    /// Returns whether a place runs on the caller's own actor, and after the caller is made.
    private func isOnOwnActor(_ site: Site) -> Bool {
        guard service.isolation == .nonisolated, let member = site.memberDecl, let part = site.owner,
            !member.is(DeinitializerDeclSyntax.self), !member.is(InitializerDeclSyntax.self) || values != .environment
        else { return false }
        let reader = IsolationReader(index: index)
        for (attributes, modifiers) in [
            (part.attributes, part.modifiers),
            (
                member.asProtocol((any WithAttributesSyntax).self)?.attributes ?? [],
                member.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
            ),
        ] {
            if let explicit = reader.explicit(attributes, modifiers), explicit != isolation { return false }
        }
        let rule = CaptureRule(site: site, file: file, members: MemberNames(), isQuiet: false, isSendable: false)
        return site.closures.allSatisfy { rule.isInherited($0) || site.isInBuilder && !rule.isConcurrent($0) }
    }

    /// The edit that binds an existing property to the caller's actor; nil if it is bound already.
    private var freeing: TextEdit? {
        let modifiers = declaration?.as(VariableDeclSyntax.self)?.modifiers
        guard let word = modifiers?.first(where: { $0.name.text == "nonisolated" }) else { return nil }
        let start = word.positionAfterSkippingLeadingTrivia.utf8Offset
        let old = String(decoding: file.bytes[start..<word.endPosition.utf8Offset], as: UTF8.self)
        return TextEdit(offset: start, old: old, new: "")
    }
}

extension Site {
    /// Whether the member around the use is built by SwiftUI: `var body: some View`.
    var isInBuilder: Bool {
        let variable = memberDecl?.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
        let result = variable ?? memberDecl?.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
        guard let text = result?.trimmedDescription, text.hasPrefix("some ") else { return false }
        return ["View", "Scene", "Commands", "ToolbarContent"].contains { text.hasSuffix($0) }
    }
}

extension SiteRule {
    /// Returns how a use in a view reads a property of the environment; nil if that is as in other types.
    ///
    /// SwiftUI stores the closures of a view together with the view, so they may hold it.
    func viewReading(_ site: Site, in file: ParsedFile) -> Result<Reading, Refusal>? {
        guard isInView, site.isInBuilder else { return nil }
        let rule = CaptureRule(site: site, file: file, members: MemberNames(), isQuiet: false, isSendable: false)
        return site.closures.contains { rule.isConcurrent($0) || rule.isWeak($0) } ? nil : .success(.plain)
    }
}
