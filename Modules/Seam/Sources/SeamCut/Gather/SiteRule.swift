import SeamKit
import SwiftSyntax

/// Decides whether a use can be replaced with a property of its caller, and how it reads the property.
struct SiteRule {
    let index: TypeIndex
    let singleton: Singleton
    /// Whether a use can read a static property where it can't read an instance's.
    var allowsStatic = false
    /// Whether the property is read from the environment of a view, which the view has once it is made.
    var isInView = false

    private static let harmlessMacros: Set<String> = [
        "Observable", "Model", "Suite", "Reducer", "DependencyClient", "UIApplicationMain", "NSApplicationMain",
        "ObservableState",
    ]

    /// Returns how the use reads the property, or why it stays.
    func reading(_ use: Use, _ site: Site, _ service: Service, in file: ParsedFile) -> Result<Reading, Refusal> {
        guard let owner = site.owner else { return .failure(Refusal(reason: site.isInMacro ? .macro : .noCaller)) }
        // A static property of the instance's own type would be one more accessor.
        if owner.name == service.typeName, !service.isProtocol { return .failure(Refusal(reason: .own)) }
        if let reason = placeReason(site, owner, service, in: file) ?? effectReason(use, site, service) {
            return .failure(Refusal(reason: reason))
        }
        let result = instanceReading(site, service, owner, in: file)
        guard allowsStatic, case .failure(let refusal) = result else { return result }
        return staticReading(site, service, owner, insteadOf: refusal.reason, in: file)
    }

    /// Returns how the use reads a property of an instance.
    private func instanceReading(
        _ site: Site,
        _ service: Service,
        _ owner: OwnerDecl,
        in file: ParsedFile
    ) -> Result<Reading, Refusal> {
        if let reason = memberReason(site, owner) { return .failure(Refusal(reason: reason)) }
        // What a closure captures for one branch, it would also capture for the others.
        if site.isBranchInClosure { return .failure(Refusal(reason: .conditional)) }
        let rule = CaptureRule(
            site: site,
            file: file,
            members: site.closures.isEmpty ? MemberNames() : index.inheritedNames(of: owner),
            // What is captured may be nil, and isn't unwrapped where it is used.
            isQuiet: service.isQuiet && !service.type.hasSuffix("!"),
            isSendable: service.isSendable
        )
        let reading: Reading
        switch viewReading(site, in: file) ?? rule.reading() {
        case .success(let found): reading = found
        case .failure(let refusal): return .failure(refusal)
        }
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        if let reason = isolationReason(site, service, owner, isolation, reading) {
            return .failure(Refusal(reason: reason))
        }
        let isInObject = owner.kind == .class || owner.kind == .extension
        // A closure is often made where nobody has asked yet whether the singleton is available.
        if case .captured = reading, !service.availability.isUnlimited,
            !Availability(of: (index.type(owner.name)?.owner ?? owner).node).covers(service.availability)
        {
            return .failure(.availability)
        }
        if case .plain = reading, isInObject, isLogged(site, in: file) { return .success(.throughSelf) }
        return .success(reading)
    }

    /// Returns how a use reads a static property, where it can't read an instance's for a reason.
    ///
    /// The static property has the accessor's isolation, and reading it by the name of the type captures nothing. So it can be
    /// read wherever the accessor can, and is read as late.
    private func staticReading(
        _ site: Site,
        _ service: Service,
        _ owner: OwnerDecl,
        insteadOf reason: Reason,
        in file: ParsedFile
    ) -> Result<Reading, Refusal> {
        let refusal = Result<Reading, Refusal>.failure(Refusal(reason: reason))
        let isKnown = service.isolation != .unknown
        switch site.member {
        case .defaultArgument:
            // The parameter holds the instance already, and whoever calls may pass another.
            if isBare(site) { return .failure(Refusal(reason: .held)) }
            // A default argument of a public function can't name what is private.
            if isVisible(site.memberDecl) || isVisible(DeclSyntax(owner.node)) { return refusal }
        case .value:
            // The property holds the instance already.
            if isBare(site) { return refusal }
        case .staticMember:
            let isBody = site.memberDecl?.is(FunctionDeclSyntax.self) == true || site.isInAccessor
            // As for the property of an instance.
            if !isBody, site.closures.isEmpty, isBare(site) { return .failure(Refusal(reason: .propertyInitializer)) }
            if isBody, site.closures.isEmpty, site.localFunctions.isEmpty {
                let isClear = memberIsolation(site.memberDecl) == nil && !site.isAwaited && !isActor(owner)
                return isKnown || isClear ? .success(.plain) : .failure(Refusal(reason: .isolation))
            }
            if !isKnown { return .failure(Refusal(reason: .isolation)) }
        case .body, .initializer, .lazyValue, .none: break
        }
        if owner.kind == .file { return isKnown ? .success(.plain) : refusal }
        return isKnown && canSayType(site, owner, in: file) ? .success(.throughType(reason)) : refusal
    }

    /// Returns whether the type's name, seen from inside, means the type.
    private func canSayType(_ site: Site, _ owner: OwnerDecl, in file: ParsedFile) -> Bool {
        // A protocol has no statics to name, and a name inside may be that of something else.
        guard let type = index.type(owner.name)?.owner, type.kind != .protocol, !owner.isLocal,
            !index.memberNames(of: owner.name).contains(owner.simpleName),
            file.owners.count(where: { $0.simpleName == owner.simpleName && $0.kind != .extension }) < 2
        else { return false }
        // The name of a generic type stands for its arguments too, which a closure that runs elsewhere may not capture if they
        // have conformances.
        return site.closures.isEmpty && site.localFunctions.isEmpty || !isGenericWithConditions(type)
    }

    private func isGenericWithConditions(_ owner: OwnerDecl) -> Bool {
        var node: Syntax? = Syntax(owner.node)
        while let current = node {
            if let generic = current.asProtocol((any WithGenericParametersSyntax).self) {
                let parameters = generic.genericParameterClause?.parameters
                if parameters?.contains(where: { $0.inheritedType != nil }) == true { return true }
                if generic.genericWhereClause != nil { return true }
            } else if current.is(ExtensionDeclSyntax.self) {
                return true
            }
            node = current.parent
        }
        return false
    }

    /// Returns whether the use is all of an initial value or a default argument.
    private func isBare(_ site: Site) -> Bool { site.access.parent?.is(InitializerClauseSyntax.self) == true }

    private func isVisible(_ decl: DeclSyntax?) -> Bool {
        decl?.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains {
            ["public", "open", "package"].contains($0.name.text)
        } == true
    }

    /// Returns why a use can read no property at all.
    private func placeReason(_ site: Site, _ owner: OwnerDecl, _ service: Service, in file: ParsedFile) -> Reason? {
        if owner.belongs(to: singleton) { return .own }
        if site.isInMacro || hasMacro(owner) { return .macro }
        if case .none = site.member { return .noCaller }
        if owner.kind == .file, file.isScript { return .noCaller }
        if site.isConditional, !isEverywhere(service, in: file) { return .conditional }
        return isInlinable(site.memberDecl) ? .inlinable : nil
    }

    /// Returns why a use can't read a property of an instance, because of the member that contains it.
    private func memberReason(_ site: Site, _ owner: OwnerDecl) -> Reason? {
        switch site.member {
        case .none: return .noCaller
        case .staticMember: return owner.kind == .file ? .noCaller : .staticMember
        case .value: return .propertyInitializer
        case .defaultArgument: return .defaultArgument
        case .initializer(let initializer):
            if isInView || !isComplete(initializer, owner, before: site.access) { return .initializer }
        case .body, .lazyValue: break
        }
        return site.localFunctions.contains { !SelfFinder.find(in: $0) } ? .localFunction : nil
    }

    private func effectReason(_ use: Use, _ site: Site, _ service: Service) -> Reason? {
        let text = site.access.trimmedDescription
        if text.contains("//") || text.contains("/*") { return .spelling }
        if site.isImplicit, !canBeNamed(site, service) { return .spelling }
        if Self.isAssigned(site.access) { return .assigned }
        guard service.isMutable, service.isReference != true else { return nil }
        switch use.kind {
        case .write: return .value
        case .call: return isNonMutating(use.member, of: service.type) ? nil : .value
        case .read: return nil
        }
    }

    /// Returns whether a name can take the place of `.shared`, and has the type that the context gives `.shared`.
    private func canBeNamed(_ site: Site, _ service: Service) -> Bool {
        // The implicit members of a protocol belong to the type that they return.
        let isTyped =
            service.isOwnType || index.declarations(of: singleton.name).contains { $0.owner.kind == .protocol }
        let before = site.access.previousToken(viewMode: .sourceAccurate)
        let isApart = before?.trailingTrivia.isEmpty == false || before?.text.last?.isLetter != true
        return isTyped && isApart && !service.isOptional
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
        switch service.isolation {
        case .nonisolated: return nil
        case .actor:
            if explicit == .nonisolated || isActor(owner) { return .isolation }
            let effective = explicit ?? isolation
            if site.isAwaited, effective != service.isolation { return .sending }
            if case .captured = reading, effective != service.isolation { return .isolation }
            return nil
        case .unknown:
            let isDetermined = explicit == nil && !site.isAwaited && !isActor(owner)
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

    /// Returns whether every configuration of the file has the accessor and its type.
    private func isEverywhere(_ service: Service, in file: ParsedFile) -> Bool {
        service.modules?.isSubset(of: file.imported.union([index.module(ofFile: file.path)])) == true
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
