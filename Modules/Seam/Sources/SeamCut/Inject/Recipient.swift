import SeamKit

/// A type that is to take an instance: decides whether it can, and how.
///
/// The form is a stored property, and an initializer parameter with the accessor as its default. Where nobody may see that the
/// accessor is read when the caller is made, and somebody could, it is a stored optional and a computed property that falls back
/// to the accessor. Code that creates the caller compiles unchanged.
struct Recipient {
    let request: CutRequest
    let instance: InjectedType
    let owner: OwnerDecl
    let file: ParsedFile
    var property: String
    /// Whether other files or extensions than the type's own declaration read the stored property.
    var isShared = false
    /// The types that use the singleton.
    var users: Set<CodeTree.TypeID> = []
    /// The subclasses that are to read what the class stores.
    var heirs: [CodeTree.Declaration] = []
    /// The types that use it in several files.
    var sharers: Set<CodeTree.TypeID> = []
    /// The access modifier of the injected type; nil to find it at its declaration.
    var typeAccess: String?
    /// The accessor, as the caller spells it; nil if what the caller takes has none, such as a provider.
    var accessor: String?
    /// The property that has the instance already, and becomes what initializers set; nil for a new one.
    var existing: PropertyNode?
    /// The names of parameters that initializers have for the instance already.
    var own: [InitializerNode: String] = [:]
    /// Whether it has an optional for the instance already, which is to become the instance.
    var isUpgrade = false
    var form = Form.fallback

    /// What an initializer takes.
    enum Form {
        /// The instance, by default the accessor's.
        case argument
        /// An optional, nil by default, that the body resolves.
        case optional
        /// An optional, nil by default, beside a computed property that falls back to the accessor.
        case fallback
        /// The instance.
        case required
    }

    /// Whether the type can store anything more.
    static let ofCaller: [Check<Recipient>] = [
        .root, .kind, .structure, .branchedKind, .attribute, .synthesis, .reflection, .unknownProtocol,
        .memberwiseReference, .memberwiseOverload, .memberwiseRequirement, .inheritedUse, .noGain,
    ]
    /// Whether it can store the instance.
    static let ofInstance: [Check<Recipient>] = [.instance, .limited, .storage, .access]
    /// Whether its initializers can take the instance. Where they can't, a variable may be set.
    static let ofInitializers: [Check<Recipient>] = [
        .subclasses, .reference, .requirement, .overload, .madeValue, .branches, .publicAccess, .api, .initializers,
        .decoded,
    ]

    /// Whether the accessor has to be read late.
    static let ofLateness: [Check<Recipient>] = [.observed, .foreignActor, .unsent, .parts]

    var index: CodeTree { request.index }
    private var reasons: Reasons { request.reasons }

    func injection() -> Result<Injection, Reason> {
        possibleInjection.flatMap { injection in
            let isByInitializer = injection.form.isStored && (injection.parameter != nil || existing != nil)
            return isByInitializer || reasons.first(of: [.onlyApplication], for: self) == nil
                ? .success(injection) : .failure(.noGain)
        }
    }

    private var possibleInjection: Result<Injection, Reason> {
        if let reason = reasons.first(of: Self.ofCaller, for: self) ?? instanceReason { return .failure(reason) }
        guard form == .fallback, accessor != nil else { return lateInjection }
        if request.options.isLate { return lateInjection }
        if let reason = reasons.first(of: [.initialValues], for: self) { return .failure(reason) }
        // A wrapper computes its value when it did before.
        let isAsLate = wrapper == "StateObject" || wrapper != nil && isMemberwise
        if !isAsLate, let reason = reasons.first(of: latenessChecks, for: self) {
            if existing != nil { return .failure(reason) }
            if reason == .unsent, !allowsUnsafe { return .failure(initializerReason ?? reason) }
            return lateInjection.map {
                var injection = $0
                injection.because = FormReason(reason: reason, text: text(of: reason))
                return injection
            }
        }
        return earlyInjection.map {
            var injection = $0
            // If it may be made earlier anyway, nobody has to know where it is made.
            let reading = request.options.isEarlyAllowed ? nil : request.earlyReadings[instance.accessor.name]
            injection.made = $0.form.isEarly && !isAsLate ? reading?.line(before: owner) : nil
            return injection
        }
    }

    /// The form that reads the accessor when the caller is made.
    private var earlyInjection: Result<Injection, Reason> {
        var early = self
        early.form = needsOptional ? .optional : .argument
        if isMemberwise {
            guard existing == nil || isMemberwiseReached else { return .failure(.initializers) }
            let isPassed = existing?.isLet == false && opening == nil
            if isPassed { return .failure(.held) }
            if existing == nil, isMadeWithoutArguments, var injection = early.injectionByInitializer {
                injection.moved = moved(reading: property)
                return .success(injection)
            }
            guard wrapper != nil else { return .success(early.variable(.argument)) }
            // Whoever makes the view can pass it already, unless it is private.
            return opening.map { edit in
                var injection = Injection(stored: property, form: .argument, value: value, fullValue: accessor ?? value)
                injection.edits = [edit]
                return .success(injection)
            } ?? .failure(.held)
        }
        if wrapper != nil, (try? InitialValue.all(of: self).get())?.isEmpty != true { return .failure(.initialValues) }
        guard let reason = early.initializerReason else {
            guard var injection = early.injectionByInitializer else { return .failure(.unexplained) }
            injection.moved = moved(reading: property)
            injection.setters = passed?.takers ?? initializers.setters
            return .success(injection)
        }
        // As it is, nobody can set what there is.
        if existing != nil || passed != nil { return .failure(reason) }
        let canBeSet = owner.kind == .class && canBeVariable && !isSaid(property) && !isReadWhileMade
        // Other threads couldn't read it.
        let isReadElsewhere = isIsolated && !isReadOnOwnActor
        guard canBeSet, !isReadElsewhere else { return lateInjection }
        return .success(early.setBehindDelegation(early.variable(.variable, insteadOf: reason)))
    }

    /// The edit that takes the accessor out of the existing property, which initializers set then.
    private var emptying: TextEdit? {
        existing?.parts.first?.emptied(as: instance.type.text).map { file.replacement($0.range, with: $0.annotation) }
    }

    /// The wrapper of the existing property; nil if it has none.
    private var wrapper: String? { existing.flatMap(Holder.wrapper) }

    /// The edit that lets other files see the existing property; nil if they do.
    private var opening: TextEdit? {
        existing?.privateRange.map(file.removal(of:))
    }

    /// Whether an initializer can take the instance.
    var isWithInitializer: Bool {
        var early = self
        early.form = request.options.isLate ? .fallback : needsOptional ? .optional : .argument
        return early.initializerReason == nil
    }

    /// What somebody could see if the caller read the accessor when it is made; nil if nothing, or if that is allowed.
    var observation: Observation? { isReadAnyway ? nil : earlierObservation }

    /// Whether the caller's initial value reads the accessor then already, and nothing before it does more than make constants, or read
    /// other accessors of the singleton.
    private var isReadAnyway: Bool {
        guard let first = existing ?? firstReader, wrapper == nil,
            owner.kind == .class || owner.kind == .actor || !isMemberwise || existing == nil
        else { return false }
        let accessors = request.singleton.accessors.map { $0.expression(in: request.singleton) }
        return owner.variables.prefix { $0 != first }.allSatisfy { variable in
            !InitialValue.hasEffects(variable)
                || variable.parts.allSatisfy { $0.value.map { accessors.contains($0.code) } ?? true }
        }
    }

    /// What somebody could see if the accessor were read before the caller is made; nil if nothing, or if that is allowed.
    var earlierObservation: Observation? {
        guard let reading = request.earlyReadings[instance.accessor.name] else { return nil }
        let obstacles = ([owner] + heirs.map(\.owner)).lazy.compactMap { reading.obstacle(for: $0) }
        guard let found = obstacles.first else { return nil }
        // An instance that makes the caller, or that is replaced, is more than a question of time.
        // What isn't stored is no other instance later.
        if let passed, passed.isReadAtOnce, found.effect == .replacement { return nil }
        let isAboutTime = !found.isLasting && !reading.creation.makes(owner, index)
        // Where people read it early, the caller is one more of theirs.
        guard isAboutTime, !request.options.isEarlyAllowed else { return isAboutTime ? nil : found }
        return request.isUsual(found, of: instance, in: index.module(ofFile: file.path)) ? nil : found
    }

    /// Why no initializer can take the instance; nil if one can.
    var initializerReason: Reason? {
        reasons.first(of: isTakenAlready ? [.initializers] : Self.ofInitializers, for: self)
    }

    /// Returns what a plan says of a caller that reads the accessor late.
    private func text(of reason: Reason) -> String {
        if reason == .observed, let observation { return observation.text }
        return switch reason {
        case .foreignActor: "the accessor belongs to another actor"
        case .unsent: "the instance isn't Sendable, and is read on other threads"
        default: "another part of the type has a property for it"
        }
    }

    /// Whether a default argument can't be the accessor: each call would read it on its own actor, or by its own access.
    var needsOptional: Bool {
        // What `StateObject` gets, it computes once for each view on the screen.
        let isOnOtherActor =
            instance.isolation != .nonisolated && !index.modules.isolatesDefaults(file.path) && !isUnchecked
            && !isUsualDefault
        return isOnOtherActor || !isAccessorPublic && hasPublicInitializer || wrapper == "StateObject"
    }

    /// The accessor, where its type is expected.
    var value: String { accessor.map { spelling.saysType ? $0 : instance.value(of: $0) } ?? "nil" }

    /// The form that reads the accessor as late as before.
    private var lateInjection: Result<Injection, Reason> {
        // A view is made by its memberwise initializer, which takes what is stored.
        if isView, form == .fallback, isMemberwise, !isPassedNothing { return settable(insteadOf: .kind) }
        if let reason = initializerReason { return settable(insteadOf: reason) }
        return injectionByInitializer.map { injection in
            if injection.declaration.count > 1, !allowsUnsafe { return .failure(.unsent) }
            var injection = injection
            if let accessor, !request.options.isLate { injection.moved = moved(reading: "\(stored) ?? \(accessor)") }
            return .success(injection)
        } ?? settable(insteadOf: .unexplained)
    }

    /// Why the instance can't be stored in the caller, or taken by one of its functions.
    var instanceReason: Reason? { reasons.first(of: Self.ofInstance, for: self) }

    /// The name of the stored property. A superclass that uses the singleton may have one too.
    private var stored: String {
        let raised = property.prefix(1).uppercased() + property.dropFirst()
        if form != .fallback || passed != nil { return property }
        return switch index.superclasses(of: owner).compactMap(index.id).count(where: users.contains) {
        case 0: "injected\(raised)"
        case 1: "injectedOwn\(raised)"
        default: "injected\(owner.simpleName)\(raised)"
        }
    }

    /// The type of the parameter and of the stored property.
    var type: TypeStructure { [.required, .argument].contains(form) ? instance.type : instance.optionalType }

    /// Whether the name was given away in the file or in the type. That of a required instance was chosen with both in view.
    private var isTaken: Bool {
        form == .fallback && (file.hasName(stored, in: owner) || index.memberNames(of: owner).contains(stored))
    }

    /// The form in which initializers take the instance; nil if no initializer can.
    var injectionByInitializer: Injection? {
        guard !isTaken, !isShared || existing != nil || !isSaidElsewhere(stored) else { return nil }
        if owner.kind == .struct, hasOtherAssignments { return nil }
        var injection = Injection(stored: stored, declaration: declaration(isSettable: false))
        switch form {
        case .fallback:
            if isSaidByNoInitializer { injection.parameterName = property }
            let names = stored == property || injection.parameterName != nil ? property : "\(property) \(stored)"
            (injection.isBound, injection.parameter) = (isBound, "\(names): \(type) = nil")
        case .required: injection.parameter = "\(property): \(type)"
        case .optional: injection.parameter = "\(property): \(type) = nil"
        case .argument: injection.parameter = "\(property): \(type) = \(value)"
        }
        if form == .argument || form == .optional {
            (injection.form, injection.value) = (form == .argument ? .argument : .optional, value)
            injection.fullValue = accessor ?? value
            if existing != nil { (injection.declaration, injection.edits) = ([], emptying.map { [$0] } ?? []) }
            injection.wrapper = wrapper
        }
        if initializers.own.isEmpty {
            // A structure keeps its memberwise initializer, which takes what is required.
            if owner.kind == .struct {
                let isOpen = form == .fallback ? isPassedNothing : isMadeWithoutArguments
                let canBeMade = form == .required ? isMemberwiseOpen : isOpen
                return canBeMade ? passed == nil ? injection : injection.passed : nil
            }
            let inherited = SuperInitializer(of: owner, in: request)
            // A controller of a storyboard has none; another one gets one only if its initial values need it.
            let isInherited =
                inherited.map {
                    form == .required
                        ? isCalledWithNothing
                        : ($0.isPlain || form != .fallback && (hasInitialValues || isReadByItsView)) && isMadeOfNothing
                } == true
            if isWithoutSuperclass, passed != nil { return injection.passed }
            return isWithoutSuperclass || isInherited ? injection : nil
        }
        injection.own = own
        if let passed {
            injection.takers = passed.takers
            return injection.passed
        }
        let takers = initializers.takers(areAll: form == .required, besides: Set(own.keys), index: index)
        guard let takers, !takers.isEmpty || !own.isEmpty else { return nil }
        injection.takers = takers
        return injection
    }

    /// Returns the form in which the instance is set from outside, where no initializer can take it.
    private func settable(insteadOf reason: Reason) -> Result<Injection, Reason> {
        if passed != nil || !request.options.isLate && isReadWhileMade { return .failure(reason) }
        if canBeLazy { return .success(variable(.lazy, insteadOf: reason)) }
        // A variable is no way to pass something to what other threads see.
        let declaration = declaration(isSettable: true)
        guard form == .fallback, !isSaidElsewhere(stored), canBeVariable,
            request.options.isLate || declaration.count == 1
        else { return .failure(reason) }
        if let reason = reasons.first(of: [.calledClosure], for: self) { return .failure(reason) }
        return .success(setBehindDelegation(Injection(stored: stored, declaration: declaration, isBound: isBound)))
    }

    /// Whether only the caller's own actor has to read what it stores.
    private var isBound: Bool {
        !request.options.isLate && isIsolated && instance.isolation == .nonisolated && isReadOnOwnActor
    }

    func isSaid(_ name: String) -> Bool { isShared && isSaidElsewhere(name) }

    /// Returns the lines that declare the stored property.
    ///
    /// If the accessor can be read from anywhere, so can the computed property, and what it reads (docs/adr/injected-instances.md).
    private func declaration(isSettable: Bool) -> [String] {
        let words = isSettable ? "var" : isShared ? "let" : "private let"
        let line = "\(words) \(stored): \(form == .fallback ? type : instance.type)"
        let isFree = isIsolated && instance.isolation == .nonisolated && !isBound
        // The compiler makes a structure that isn't public `Sendable` if all that it stores is.
        let isSent = (isSendable || isSendableByItself) && !instance.isSendable
        let isUnsafe = form == .fallback && (isSettable ? isFree || isSent : isFree && !instance.isSendable || isSent)
        guard isUnsafe else { return [line] }
        let note =
            isSettable
            ? "// Is set before the first use, if ever." : "// Is as safe to read as the accessor, from anywhere."
        return [note, "nonisolated(unsafe) \(line)"]  // Text for the caller: the note above it is its reason there.
    }

    private var spelling: House.Spelling {
        request.house.spelling(of: instance, of: request.singleton, in: index.module(ofFile: file.path))
    }

    // MARK: What the checks ask

    var isIsolated: Bool { IsolationReader(index: index).isolation(of: owner, in: file) != .nonisolated }

    /// Whether the compiler checks that what is stored can be sent.
    var isSendable: Bool {
        index.conforms(owner, to: ["Sendable"]) && !declarations.contains(where: \.owner.isUncheckedSendable)
    }

    var declarations: [CodeTree.Declaration] { index.parts(of: owner) }

    var initializers: Initializers { Initializers(owner: owner, file: file) }

    var initializersOfAllParts: [InitializerNode] { declarations.flatMap(\.owner.initializers) }

    /// Whether public code can name the accessor.
    private var isAccessorPublic: Bool {
        guard request.singleton.shape != .framework else { return true }
        return isTypePublic && instance.isAccessorPublic
    }

    /// Whether the type is a structure that is no part of a user interface.
    var isValue: Bool { owner.kind == .struct && !isView }

    /// Whether the type is made by its memberwise initializer.
    var isMemberwise: Bool { owner.kind == .struct && initializers.own.isEmpty }

    /// Whether the type is a part of a user interface, which is made and compared by its framework and which nobody prints.
    var isView: Bool {
        owner.kind == .struct
            && index.conforms(owner, to: Self.views)
    }

    static let views: Set<String> = [
        "View", "ViewModifier", "App", "Scene", "Commands", "Widget", "WidgetBundle", "ToolbarContent",
        "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable", "TimelineProvider",
        "IntentTimelineProvider", "AppIntentTimelineProvider", "ButtonStyle", "PrimitiveButtonStyle",
    ]

    /// Whether public code can name the instance's type.
    var isTypePublic: Bool {
        if let typeAccess { return typeAccess == "public" }
        return index.type(of: instance).map { $0.owner.isPublic }
            ?? true
    }

    var isWithoutSuperclass: Bool { index.isWithoutSuperclass(owner) }
}
