import SeamKit

/// The types and files that make everything else, and may use accessors: `roots` of `seam.yml`.
public struct Roots: Sendable, Equatable {
    private let names: Set<String>

    /// Creates roots from names of types and of files.
    public init(_ names: [String] = []) {
        self.names = Set(names)
    }

    /// Whether code in a type, or outside of one, belongs to a root.
    func contains(_ owner: OwnerDecl?, in file: ParsedFile) -> Bool {
        if names.contains(file.name) || names.contains(file.path) { return true }
        guard let owner else { return false }
        return names.contains(owner.name) || owner.name.split(separator: ".").contains { names.contains(String($0)) }
    }
}

extension CutRequest {
    /// Returns whether code may read the accessor: `roots` of `seam.yml` names it, or the system makes its type.
    func isRoot(_ owner: OwnerDecl?, in file: ParsedFile) -> Bool {
        options.roots.contains(owner, in: file) || owner.map { index.isMadeBySystem($0) } ?? (file.name == "main.swift")
    }
}

extension CutRequest {
    /// Returns whether a call may pass the accessor: in a root, or where another singleton is made, which goes before this one, or
    /// another service of the locator.
    func isRoot(_ context: UseContext, in file: ParsedFile) -> Bool {
        if isRoot(context.owner, in: file) || context.isInStatement(ofMain: file) { return true }
        guard let name = context.memberDecl?.property?.parts.first?.nameNode, !context.isInAccessor else {
            return false
        }
        return map.singletons.contains { other in
            other.accessors.contains { accessor in
                accessor.file == file.path && (other.id != singleton.id || accessor != context.accessor)
                    && index.variables(of: accessor, in: file).contains(name.offset)
            }
        }
    }
}

extension MakerFinder {
    /// Returns how a root reads a computed property of its own that returns what the accessor does; nil if it has none there.
    func member(of making: Making, for callee: ThreadNode) -> MakerValue? {
        let (file, context) = (making.construction.file, making.context)
        guard let owner = context.owner else { return nil }
        switch context.member {
        case .body, .lazyValue: break
        default: return nil
        }
        let wanted = callee.caller?.type ?? instance.type
        let accesses = instance.spellings(in: request.singleton)
        for part in index.parts(of: owner) {
            let own = part.owner.variables.first { variable in
                (!variable.isPrivate || part.file.path == file.path) && variable.returns(accesses, as: wanted)
            }
            guard let name = own?.part?.name, let reading = try? making.reading(name, in: owner) else { continue }
            // What a closure captures is read when that is made.
            if reading.closure != nil, !instance.isQuiet, !request.options.isEarlyAllowed { continue }
            let text = reading.expression(for: name)
            return MakerValue(owner: "", expression: text, capture: reading.closure, needsRequired: false)
        }
        return nil
    }
}

/// A property that a root gets, so that it names the accessor once: `private let store = Store.shared`.
struct RootProperty {
    /// That of the root's type.
    let key: String
    let owner: OwnerDecl
    let file: ParsedFile
    let name: String
    /// What stands before its name, and its value.
    let words: String
    let value: String
    /// The type, if whoever sets it may have another one than the accessor's.
    var type: TypeStructure?

    /// Whether it has no value before something reads it.
    var isLazy: Bool { words.hasSuffix("lazy var") }
    /// Whether code sets it once an object of the type is made, which is no root.
    var isSettable: Bool { !words.hasPrefix("private") }

    /// The edit that declares it.
    var edit: TextEdit {
        let insertion = MemberInsertion(owner: owner, file: file)
        let annotation = type.map { ": \($0)" } ?? ""
        return insertion.edit(inserting: ["\(words) \(name)\(annotation) = \(value)"], afterStored: true)
    }
}

extension MakerFinder {
    /// Returns how a root reads a property that it gets for the accessor; nil if it can't have one that means the same.
    ///
    /// - Parameter isSettable: whether the type is no root, so that whoever makes an object of it sets the property.
    mutating func planned(for making: Making, _ callee: ThreadNode, isSettable: Bool = false) -> MakerValue? {
        let (file, context) = (making.construction.file, making.context)
        switch context.member {
        case .body, .lazyValue: break
        default: return nil
        }
        guard !making.construction.isTest, !making.construction.isPreview,
            let type = context.owner.flatMap(index.declaration),
            type.owner.kind == .class, isSettable || type.file.path == file.path, type.file.isEditable,
            instance.isSameInCopies == true, !index.isCommand(type.owner),
            instance.isStored, !instance.isOptional, instance.spelling == nil, !request.mayBeReplaced(instance),
            !instance.isReplaced(whileExists: type.owner, index)
        else { return nil }
        let isolation = IsolationReader(index: index).isolation(of: type.owner, in: file)
        let runs = context.runs(on: isolation, in: file, index, isStrict: true)
        let isOnActor = if case .actor = isolation { runs } else { false }
        let isSent = !instance.isSendable && index.conforms(type.owner, to: ["Sendable"])
        guard [.nonisolated, isolation].contains(instance.isolation), isOnActor || isolation == .nonisolated && !isSent,
            isOnActor || instance.isQuiet
        else { return nil }
        let key = index.key(of: type.owner)
        let parts = index.parts(of: type.owner)
        let known = planned[key]?.name
        let free = names.forMaker(of: callee, in: file).free(for: instance, in: type.owner) { name in
            parts.contains { $0.file.hasName(name, in: $0.owner.node) }
        }
        guard let name = known ?? free, let reading = try? making.reading(name, in: type.owner), reading.closure == nil
        else { return nil }
        let words = (instance.isQuiet ? "" : "lazy ") + (isSettable || !instance.isQuiet ? "var" : "let")
        let isAbstract = index.type(of: instance)?.owner.kind == .protocol
        let property = RootProperty(
            key: key,
            owner: type.owner,
            file: type.file,
            name: name,
            words: isSettable ? words : "private " + words,
            value: instance.expression(in: request.singleton),
            type: isSettable && isAbstract ? instance.type : nil
        )
        planned[key] = property
        var value = MakerValue(
            owner: isSettable ? key : "",
            expression: reading.expression(for: name),
            capture: nil,
            needsRequired: false
        )
        value.planned = property
        return value
    }
}

extension ThreadGraph {
    /// The properties that roots get, in order of their keys.
    var rootProperties: [RootProperty] {
        Dictionary(planned.map { ($0.key, $0) }) { first, _ in first }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// For each call that passes such a property.
    private var planned: [RootProperty] {
        let changed = order.compactMap { nodes[$0] }.filter { $0.isWanted && $0.failure == nil && !$0.isHolder }
        return changed.flatMap(passing).compactMap(\.planned)
    }

    /// Lets roots that pass the accessor once spell it out.
    mutating func dropLoneProperties() {
        let counts = Dictionary(planned.map { ($0.key, 1) }, uniquingKeysWith: +)
        for name in order {
            change(name) { node in
                for number in node.calls.indices {
                    guard let own = node.calls[number].planned, !own.isSettable, counts[own.key, default: 0] < 2 else {
                        continue
                    }
                    node.calls[number].source = .accessor(nil)
                }
            }
        }
    }
}

extension PropertyNode {
    /// Returns whether it only returns an accessor, where nothing else was passed: `{ .shared }`, `{ injectedStore ?? .shared }`, or
    /// has it from its first read on.
    fileprivate func returns(_ accesses: Set<String>, as type: TypeStructure) -> Bool {
        if isPrivate, modifierList.says("lazy"), let value = part?.value?.code, !value.hasPrefix(".") {
            return accesses.contains(value)
        }
        guard isOfInstance, let binding = part, binding.isGetOnly, binding.type?.structure.unmarked == type.unmarked,
            let value = binding.computed?.asExpression
        else { return false }
        if accesses.contains(value.code) { return true }
        let parts = value.operandTexts
        return parts.count == 3 && parts[1] == "??" && accesses.contains(parts[2])
    }
}

extension CodeTree {
    /// The protocols and classes whose conformers and subclasses the system makes, as far as nobody else does.
    private static let systemMade: Set<String> = [
        "App", "AppDelegate", "UIApplicationDelegate", "NSApplicationDelegate", "WKApplicationDelegate",
        "WKExtensionDelegate", "UISceneDelegate", "UIWindowSceneDelegate", "AppIntent", "AppShortcutsProvider",
        "LiveActivityIntent", "AudioPlaybackIntent", "WidgetConfigurationIntent", "EntityQuery", "EntityStringQuery",
        "Widget", "WidgetBundle", "PreviewProvider", "ParsableCommand", "AsyncParsableCommand",
        "UNNotificationServiceExtension", "NSExtensionRequestHandling", "CPTemplateApplicationSceneDelegate",
        "UNNotificationContentExtension", "INExtension",
    ]

    /// Returns whether code that no source shows may make objects of a class without arguments: Objective-C, Interface Builder, a list
    /// of properties, or who gets the class as a value or its name as text.
    func isMadeByName(_ owner: OwnerDecl) -> Bool {
        let name = owner.simpleName
        let others = sources.otherFiles
        if isMadeBySystem(owner)
            || others.resources.contains(where: { sources.names(name, in: $0) })
            || sources.isSaidByObjectiveC(name)
        {
            return true
        }
        return paths(saying: name).contains { path in
            guard let file = file(path) else { return true }
            return WordSearch.places(of: name, in: file.bytes[...]).contains { offset in
                guard let token = file.token(at: offset) else { return false }
                if let text = token.stringText { return text.lastName == name }
                return token.code == name && token.typeAsValue.map(ConstructionFinder.isOnlyNamed) == false
            }
        }
    }

    /// Returns whether the system makes objects of a type, or runs it: the type has `@main`, or is one of the app's delegates,
    /// intents and widgets, or a storyboard names it.
    func isMadeBySystem(_ owner: OwnerDecl) -> Bool {
        isRunBySystem(owner) || owner.kind != .file && sources.isNamedByInterfaceBuilder(owner.simpleName)
    }

    /// Returns whether the system makes objects of a type and no code gets them in between, as it does those of a storyboard.
    func isRunBySystem(_ owner: OwnerDecl) -> Bool {
        guard owner.kind != .file else { return false }
        let parts = parts(of: owner).map(\.owner)
        if parts.flatMap(\.attributeNames).contains(where: {
            ["main", "UIApplicationMain", "NSApplicationMain"].contains($0)
        }) {
            return true
        }
        return conforms(owner, to: Self.systemMade) || sources.isPrincipal(owner.simpleName)
    }
}
