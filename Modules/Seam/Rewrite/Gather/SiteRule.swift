import SeamKit
import SwiftSyntax

/// Decides whether a use can be replaced with a property of its caller, and how it reads the property.
struct SiteRule {
    let index: TypeIndex
    let singleton: Singleton
    /// Whether a use in a static member can read a static property.
    var allowsStatic = false

    private static let harmlessMacros: Set<String> = [
        "Observable", "Model", "Suite", "Reducer", "DependencyClient", "UIApplicationMain", "NSApplicationMain",
        "ObservableState",
    ]

    /// Returns how the use reads the property, or why it stays.
    func reading(_ use: Use, _ site: Site, _ service: Service, in file: ParsedFile) -> Result<Reading, Refusal> {
        if let reason = placeReason(site) ?? effectReason(use, site, service) {
            return .failure(Refusal(reason: reason))
        }
        guard let owner = site.owner else { return .failure(Refusal(reason: .noCaller)) }
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        let isStatic = service.isStored && !service.isMutable && !service.type.hasSuffix("!")
        let rule = CaptureRule(
            site: site,
            file: file,
            members: site.closures.isEmpty ? MemberNames() : MemberNames(of: owner, index: index),
            isQuiet: service.isQuiet && isStatic,
            isSendable: service.isSendable
        )
        var reading = site.isStatic ? staticReading(site, in: file) : rule.reading()
        if case .success(let success) = reading {
            if let reason = isolationReason(site, service, owner, isolation, success) {
                return .failure(Refusal(reason: reason))
            }
            if case .plain = success, !site.isStatic, isLogged(site, in: file),
                owner.kind == .class || owner.kind == .extension
            {
                reading = .success(.throughSelf)
            }
        }
        return reading
    }

    /// Returns how a use in a static member reads a static property: never earlier than before, and without a capture.
    private func staticReading(_ site: Site, in file: ParsedFile) -> Result<Reading, Refusal> {
        let isBody = site.memberDecl?.is(FunctionDeclSyntax.self) == true || site.isInAccessor
        if isBody, site.closures.isEmpty, site.localFunctions.isEmpty { return .success(.plain) }
        // The name of the type, seen from inside, may be that of something else; and a protocol has no statics to name.
        guard let owner = site.owner, index.type(owner.name).map({ $0.owner.kind != .protocol }) == true,
            !owner.isLocal, !index.memberNames(of: owner.name).contains(owner.simpleName),
            file.owners.count(where: { $0.simpleName == owner.simpleName && $0.kind != .extension }) < 2
        else { return .failure(Refusal(reason: .staticMember)) }
        return .success(.throughType)
    }

    private func placeReason(_ site: Site) -> Reason? {
        guard let owner = site.owner else { return .noCaller }
        if isOwn(owner) { return .own }
        switch site.member {
        case .none: return .noCaller
        case .staticMember:
            if !allowsStatic { return .staticMember }
        case .value: return .propertyInitializer
        case .defaultArgument: return .defaultArgument
        case .initializer(let initializer):
            if !isComplete(initializer, owner, before: site.access) { return .initializer }
        case .body, .lazyValue: break
        }
        if site.isInMacro || hasMacro(owner) { return .macro }
        if site.isConditional { return .conditional }
        if isInlinable(site.memberDecl) { return .inlinable }
        for function in site.localFunctions where !site.isStatic && !SelfFinder.find(in: function) {
            return .localFunction
        }
        return nil
    }

    private func effectReason(_ use: Use, _ site: Site, _ service: Service) -> Reason? {
        let text = site.access.trimmedDescription
        if text.contains("//") || text.contains("/*") { return .spelling }
        if Self.isAssigned(site.access) { return .assigned }
        guard service.isMutable, service.isReference != true else { return nil }
        switch use.kind {
        case .write: return .value
        case .call: return isNonMutating(use.member, of: service.type) ? nil : .value
        case .read: return nil
        }
    }

    private func isolationReason(
        _ site: Site,
        _ service: Service,
        _ owner: OwnerDecl,
        _ isolation: Isolation,
        _ reading: Reading
    ) -> Reason? {
        if site.isAsyncLet { return .sending }
        let explicit = memberIsolation(site.memberDecl)
        let isInClosure = if case .plain = reading { false } else { true }
        switch service.isolation {
        case .nonisolated: return nil
        case .actor:
            if explicit == .nonisolated || isActor(owner) { return .isolation }
            let effective = explicit ?? isolation
            if site.isAwaited, effective != service.isolation { return .sending }
            if case .captured = reading, effective != service.isolation { return .isolation }
            return nil
        case .unknown:
            let isDetermined = explicit == nil && !isInClosure && !site.isAwaited && !isActor(owner)
            return isDetermined && site.closures.isEmpty ? nil : .isolation
        }
    }

    private func memberIsolation(_ decl: DeclSyntax?) -> Isolation? {
        guard let decl else { return nil }
        // A deinitializer is nonisolated, independent of its type.
        if decl.is(DeinitializerDeclSyntax.self) { return .nonisolated }
        guard let attributes = decl.asProtocol((any WithAttributesSyntax).self)?.attributes,
            let modifiers = decl.asProtocol((any WithModifiersSyntax).self)?.modifiers
        else { return nil }
        return IsolationReader(index: index).explicit(attributes, modifiers)
    }

    private func isActor(_ owner: OwnerDecl) -> Bool {
        owner.kind == .actor || owner.kind == .extension && index.type(owner.name)?.owner.kind == .actor
    }

    private func isOwn(_ owner: OwnerDecl) -> Bool {
        guard singleton.shape != .global, singleton.shape != .world else { return false }
        return owner.name == singleton.name || owner.name.hasPrefix(singleton.name + ".")
    }

    private func hasMacro(_ owner: OwnerDecl) -> Bool {
        let primary = owner.kind == .extension ? index.type(owner.name)?.owner : nil
        let attributes = Array(owner.attributes) + Array(primary?.attributes ?? [])
        return attributes.contains { attribute in
            guard let name = attribute.as(AttributeSyntax.self)?.attributeName else { return true }
            let text = OwnerDecl.plain(name)
            return text.first?.isUppercase == true && !text.hasSuffix("Actor")
                && !Self.harmlessMacros.contains(text.split(separator: ".").last.map(String.init) ?? text)
        }
    }

    private func isInlinable(_ decl: DeclSyntax?) -> Bool {
        decl?.asProtocol((any WithAttributesSyntax).self)?.attributes.contains { attribute in
            let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? ""
            return ["inlinable", "_transparent", "_alwaysEmitIntoClient", "backDeployed"].contains(name)
        } == true
    }

    private func isNonMutating(_ member: String, of type: String) -> Bool {
        let bare = type.trimmingMarks
        let name = bare.hasPrefix("any ") ? String(bare.dropFirst(4)) : bare
        var isFound = false
        for (_, owner) in index.declarations(of: name) {
            for decl in owner.memberDecls {
                if let function = decl.as(FunctionDeclSyntax.self), function.name.text == member {
                    if function.modifiers.contains(where: { $0.name.text == "mutating" }) { return false }
                    isFound = true
                } else if let variable = decl.as(VariableDeclSyntax.self) {
                    let names = variable.bindings.map(\.pattern.trimmedDescription)
                    if names.contains(member) { isFound = true }
                }
            }
        }
        return isFound
    }

    /// Returns whether an expression is assigned or passed `inout`.
    static func isAssigned(_ access: ExprSyntax) -> Bool {
        guard let parent = access.parent else { return false }
        if parent.is(InOutExprSyntax.self) { return true }
        guard let list = parent.as(ExprListSyntax.self), let position = list.index(of: access) else { return false }
        let next = list.index(after: position)
        guard next < list.endIndex else { return false }
        if list[next].is(AssignmentExprSyntax.self) { return true }
        guard let binary = list[next].as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
        return binary.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(binary)
    }

    /// Returns whether the use is in the text of a log message, which the system's logger stores in a closure.
    private func isLogged(_ site: Site, in file: ParsedFile) -> Bool {
        guard file.imports.contains("os") || file.imports.contains("OSLog") else { return false }
        var node = site.access.parent
        while let current = node, !current.is(CodeBlockItemSyntax.self) {
            if current.is(ExpressionSegmentSyntax.self) { return true }
            node = current.parent
        }
        return false
    }
}

// MARK: Initializers

extension SiteRule {
    /// Returns whether `self` is fully initialized where an initializer's body uses the singleton.
    private func isComplete(_ initializer: InitializerDeclSyntax, _ owner: OwnerDecl, before use: ExprSyntax) -> Bool {
        guard let body = initializer.body?.statements else { return false }
        var assigned: Set<String> = []
        for item in body {
            if item.range.contains(use.positionAfterSkippingLeadingTrivia) { break }
            let text = item.item.trimmedDescription
            if text.hasPrefix("super.init(") || text.hasPrefix("self.init(") { return true }
            guard let parts = item.item.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription),
                parts.count >= 3,
                parts[1] == "="
            else { continue }
            assigned.insert(parts[0].hasPrefix("self.") ? String(parts[0].dropFirst(5)) : parts[0])
        }
        let isConvenience = initializer.modifiers.contains { $0.name.text == "convenience" }
        guard !isConvenience, owner.kind == .struct || owner.kind == .class else { return false }
        // A superclass has to be initialized too; a protocol doesn't.
        let hasSuperclass = owner.kind == .class && owner.inherited.contains { index.type($0)?.owner.kind != .protocol }
        return !hasSuperclass && uninitialized(owner).isSubset(of: assigned)
    }

    /// Returns the stored properties without an initial value.
    private func uninitialized(_ owner: OwnerDecl) -> Set<String> {
        var names: Set<String> = []
        for decl in owner.memberDecls {
            guard let variable = decl.as(VariableDeclSyntax.self),
                !variable.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) })
            else { continue }
            for binding in variable.bindings where binding.initializer == nil && !isComputed(binding) {
                names.formUnion(binding.pattern.trimmedDescription.split { " (),".contains($0) }.map(String.init))
            }
        }
        return names
    }

    private func isComputed(_ binding: PatternBindingSyntax) -> Bool {
        switch binding.accessorBlock?.accessors {
        case .getter: return true
        case .accessors(let list):
            return list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        case nil: return false
        }
    }
}
