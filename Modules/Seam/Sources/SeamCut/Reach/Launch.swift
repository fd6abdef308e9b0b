import SeamKit
import Synchronization

/// What the programs of a tree certainly do by the time that they have launched.
///
/// A program is a module with the type or the file that the system starts. What it reads then is there for each caller that can only be
/// made afterwards.
final class Launch: Sendable {
    /// What each program certainly does, by its module.
    private let traces: [String: Trace]
    /// All modules that are programs, including those whose first steps are unknown.
    private let programs: Set<String>
    /// The modules that import each module.
    private let importers: [String: Set<String>]
    /// The files of Interface Builder whose objects some program makes before its delegate is called: those of UIKit and of AppKit.
    private let interfaces: (ofUIKit: Set<String>, ofAppKit: Set<String>)
    /// What starts each program before its delegate is called, by the delegate.
    private let starts: [CodeTree.TypeID: SaidCode]
    /// What each program runs before there is an application, by its module.
    private let beginnings: [String: SaidCode]
    /// What may run before a read, by the program and the accessor.
    private let said = Mutex<[Read: Before]>([:])

    /// What may run before a read.
    private struct Before {
        var said = SaidCode()
        /// What makes scenes, whose views are shown later.
        var scenes = SaidCode()
    }

    private struct Read: Hashable {
        let program: String
        let variable: Reach.Variable
    }

    private static let marks: Set<String> = ["main", "UIApplicationMain", "NSApplicationMain"]
    fileprivate static let delegates: Set<String> = [
        "UIApplicationDelegate", "NSApplicationDelegate", "WKApplicationDelegate", "WKExtensionDelegate",
    ]

    init(index: CodeTree) {
        var importers: [String: Set<String>] = [:]
        for file in index.sources.withoutTests {
            for name in file.imports.map(\.module) {
                importers[name, default: []].formUnion([file.module] + file.alsoIn)
            }
        }
        var starts: [String: [Start]] = [:]
        for start in Start.all(index, marks: Self.marks) {
            for module in index.modules.modules(compiling: start.path) { starts[module, default: []].append(start) }
        }
        (self.importers, programs) = (importers, Set(starts.keys))
        interfaces = (
            index.mainInterfaces(named: ["UIMainStoryboardFile", "NSMainNibFile"]),
            index.mainInterfaces(named: ["NSMainStoryboardFile", "NSMainNibFile"])
        )
        var traces: [String: Trace] = [:]
        var words: [CodeTree.TypeID: SaidCode] = [:]
        for (module, starts) in starts where starts.count == 1 {
            traces[module] = Self.trace(of: starts[0], in: module, index)
            if let delegate = traces[module]?.delegate {
                words[delegate, default: SaidCode()].formUnion(starts[0].code(before: delegate, index))
            }
        }
        (self.traces, self.starts) = (traces, words)
        beginnings = starts.mapValues { starts in
            starts.reduce(into: SaidCode()) { $0.formUnion($1.codeBeforeApplication(index)) }
        }
    }

    // MARK: - Questions

    /// Returns the line by which a variable has certainly been read when an instance of a type is made; nil if it may not be.
    func line(reading variable: Reach.Variable, before type: CodeTree.TypeID, index: CodeTree) -> String? {
        guard let (file, owner) = index.declaration(of: type), let programs = programs(with: file.path, index),
            !index.isRunBySystem(owner)
        else { return nil }
        let lines = programs.sorted().map { program -> String? in
            guard let trace = traces[program], let read = trace.reads[variable] else { return nil }
            let said = code(before: read, of: Read(program: program, variable: variable), in: trace, index)
            let (lifetimes, delegate) = (index.lifetimes, trace.delegate.map(index.graph.name(of:)))
            if lifetimes.isMade(owner.name, by: said.said, besides: delegate, index)
                || lifetimes.isMade(owner.name, by: said.scenes, besides: delegate, isBeforeViews: true, index)
            {
                return nil
            }
            return "\(read.file):\(read.line)"
        }
        return lines.contains { $0 == nil } ? nil : lines.first ?? nil
    }

    /// Returns whether a program with a file may make a type before it has an application: by the statements, the `App` or the function
    /// that start it.
    func mayMake(_ owner: OwnerDecl, beforeApplicationIn path: String, _ index: CodeTree) -> Bool {
        let started = programs(with: path, index).map { $0.compactMap { beginnings[$0] } } ?? Array(beginnings.values)
        return started.contains { index.lifetimes.isMade(owner.name, by: $0, isBeforeViews: true, index) }
    }

    /// Returns what may run before a function of an application's delegate; nil if it isn't one that the system calls while the
    /// application launches.
    func code(before function: DeclarationNode, of delegate: OwnerDecl, _ index: CodeTree) -> SaidCode? {
        guard var said = index.id(of: delegate).flatMap({ starts[$0] }), let stage = LaunchStage(function),
            !Self.isLaunched(at: stage, byTestsOf: index)
        else { return nil }
        let members = SaidCode.members(of: index.parts(of: delegate))
        for (file, member) in members {
            let isEarlier =
                member.property?.runsWhenMade == true || member.initializer != nil
                || LaunchStage(member).map { $0.order < stage.order } == true
            if isEarlier { said.add(member.wordsThatRun, in: file) }
        }
        add(members.filter { LaunchStage($0.member) == nil }, ofDelegate: index.id(of: delegate), to: &said, index)
        return said
    }

    /// Returns whether a test calls the function of a stage. The delegate of the tests may have one of its own.
    private static func isLaunched(at stage: LaunchStage, byTestsOf index: CodeTree) -> Bool {
        index.paths(saying: stage.word).filter(index.isTest).contains { path in
            index.file(path)?.tokens(stage.word).allSatisfy { $0.isDeclaredFunction || $0.isParameterLabel } != true
        }
    }

    /// Adds what the system makes, and what members of the delegate that are called say.
    private func add(
        _ members: [SaidCode.Member],
        ofDelegate delegate: CodeTree.TypeID?,
        to said: inout SaidCode,
        _ index: CodeTree
    ) {
        let owner = delegate.flatMap(index.declaration)?.owner
        let isOfUIKit = owner.map { index.conforms($0, to: ["UIApplicationDelegate"]) } == true
        said.words.formUnion(isOfUIKit ? interfaces.ofUIKit : interfaces.ofUIKit.union(interfaces.ofAppKit))
        for (file, member) in members where member.modifierList.says("override") {
            said.add(member.wordsThatRun, in: file)
        }
        said.add(members)
        // The system makes it. What it stores, and how it is made, is followed, and what code that has it may call.
        if let owner { said.words.remove(owner.simpleName) }
    }

    /// Returns the programs that a file is a part of; nil if there may be others than those of the tree.
    private func programs(with path: String, _ index: CodeTree) -> Set<String>? {
        var (found, seen): (Set<String>, Set<String>) = ([], [])
        var open = index.modules.modules(compiling: path)
        while let module = open.popLast() {
            guard seen.insert(module).inserted, index.module(module)?.isTest != true else { continue }
            let users = importers[module, default: []].subtracting([module]).filter { index.module($0)?.isTest != true }
            let isProgram = programs.contains(module)
            // What nobody here imports may be another program, and what a package gives away is in those of others.
            let own = index.module(module)
            let isGivenAway = own?.manifest == "Package.swift" || own?.origin == .podspec
            guard isProgram || !users.isEmpty && !isGivenAway else { return nil }
            if isProgram { found.insert(module) }
            open += users
        }
        return found.isEmpty ? nil : found
    }

    /// Returns what may run before a read.
    private func code(before read: Trace.Read, of key: Read, in trace: Trace, _ index: CodeTree) -> Before {
        if let known = said.withLock({ $0[key] }) { return known }
        var result = Before()
        for region in trace.regions(before: read) {
            if let file = index.file(region.path) {
                result.said.add(file.tree.wordsThatRun(in: region.range), in: file)
            }
        }
        for region in read.scenes {
            if let file = index.file(region.path) {
                result.scenes.add(file.tree.wordsThatRun(in: region.range), in: file)
            }
        }
        let delegate = trace.delegate
        let members = SaidCode.members(of: delegate.map(index.parts) ?? []).filter { file, member in
            let isStored = member.property?.isStoredInInstances == true
            let runsLater = !isStored || member.declaration(in: file.document)?.isObserved != false
            return runsLater && member.initializer == nil
        }
        add(members, ofDelegate: delegate, to: &result.said, index)
        result.scenes.words.remove(delegate.map(index.graph.name(of:))?.lastName ?? "")
        said.withLock { $0[key] = result }
        return result
    }

    // MARK: - What runs

    private static func trace(of start: Start, in module: String, _ index: CodeTree) -> Trace? {
        var reach = Reach(index: index, record: ReachRecord(trace: Trace()))
        switch start {
        case .file(let document):
            guard let body = document.body else { return nil }
            _ = reach.run(body, in: ReachFrame(isStatic: true, document: document))
            // The delegate is named there.
            let named = index.sources.withoutTests.filter { index.modules.modules(compiling: $0.path).contains(module) }
                .compactMap { index.file($0.path) }.flatMap(\.owners)
                .filter { $0.kind == .class && index.conforms($0, to: Self.delegates) }
            if named.count == 1, index.file(document.path)?.identifiers.contains(named[0].simpleName) == true,
                let delegate = index.id(of: named[0])
            {
                reach.launch(delegate)
            }
        case .type(let owner):
            guard let type = index.id(of: owner) else { return nil }
            let parts = index.code(of: type)
            let main = parts.flatMap(\.members.flattened).filter {
                $0.kind == .function && $0.name == "main" && $0.isStatic
            }
            if let body = main.first?.body, main.count == 1 {
                reach.run(main[0], body: body, of: type)
            } else if index.conforms(owner, to: Self.delegates) {
                reach.launch(type)
            } else if index.conforms(owner, to: ["App", "WidgetBundle"]), let file = index.file(owner.path) {
                reach.make(type, in: file.document)
                // Its body may be computed before the delegate is called.
                for part in parts { reach.record.trace?.makeScenes(of: part) }
                let delegate = Self.delegate(of: parts).flatMap { index.id($0, in: owner) }
                if let delegate { reach.launch(delegate) }
            } else {
                return nil
            }
        }
        return reach.record.trace
    }

    /// Returns the type of `@UIApplicationDelegateAdaptor(AppDelegate.self) var delegate`.
    private static func delegate(of parts: [Declaration]) -> String? {
        for property in parts.flatMap(\.members.flattened) where property.kind == .property {
            guard let attribute = property.attributes.first(where: { $0.name.hasSuffix("DelegateAdaptor") }) else {
                continue
            }
            let written = attribute.arguments.split(separator: ".self").first.map(String.init)
            return written ?? property.bindings.first?.type?.fullName
        }
        return nil
    }
}

extension PropertyNode {
    /// Whether making an instance may run code for it: its initial value, or that of a wrapper.
    fileprivate var runsWhenMade: Bool {
        isStoredInInstances && (!attributeList.isEmpty || parts.contains { $0.value != nil })
    }
}

/// A function that the system calls while an application launches.
private struct LaunchStage {
    static let labels = ["willFinishLaunchingWithOptions", "didFinishLaunchingWithOptions"]
    private static let names = ["applicationWillFinishLaunching", "applicationDidFinishLaunching"]

    /// Its place among those.
    let order: Int
    /// What tells it from others: its name or its last label.
    let word: String

    init?(_ member: DeclarationNode) {
        guard let function = member.function else { return nil }
        let words = [function.ownName] + (function.parameters.last.map { [$0.label] } ?? [])
        let known = [Self.names, Self.labels].compactMap { list in
            list.firstIndex(where: words.contains).map { ($0, list[$0]) }
        }
        guard let known = known.first else { return nil }
        (order, word) = known
    }
}

/// What the system starts in a program.
private enum Start {
    case type(OwnerDecl)
    case file(SwiftDocument)

    var path: String {
        switch self {
        case .type(let owner): owner.path
        case .file(let document): document.path
        }
    }

    /// Returns what its code says, but for a delegate that it is.
    func code(before delegate: CodeTree.TypeID?, _ index: CodeTree) -> SaidCode {
        var said = SaidCode()
        switch self {
        case .file(let document):
            if let file = index.file(document.path) { said.add(file.tree.wordsThatRun, in: file) }
        case .type(let owner) where index.id(of: owner) != delegate:
            for (file, member) in SaidCode.members(of: index.parts(of: owner)) {
                said.add(member.wordsThatRun, in: file)
            }
        case .type: break
        }
        return said
    }

    /// Returns what its code says, unless it is the delegate, which the application makes.
    func codeBeforeApplication(_ index: CodeTree) -> SaidCode {
        guard case .type(let owner) = self, index.conforms(owner, to: Launch.delegates) else {
            return code(before: nil, index)
        }
        return SaidCode()
    }

    static func all(_ index: CodeTree, marks: Set<String>) -> [Start] {
        let files = index.sources.withoutTests.lazy.map(\.path).filter { $0.split(separator: "/").last == "main.swift" }
            .compactMap { index.file($0).map { Start.file($0.document) } }
        let paths = Set(marks.flatMap { index.paths(saying: $0) }).sorted().filter { !index.isTest($0) }
        let types = paths.flatMap { path -> [Start] in
            guard let bytes = index.bytes(path), marks.contains(where: { WordSearch.contains("@" + $0, in: bytes) })
            else { return [] }
            guard let file = index.file(path) else { return [] }
            return file.owners.filter { owner in
                owner.node.declaration(in: file.document)?.allAttributes.contains { marks.contains($0.name) } == true
            }.map(Start.type)
        }
        return files + types
    }
}

extension Reach {
    private static let delegatesOfWatch: Set<String> = ["WKApplicationDelegate", "WKExtensionDelegate"]

    /// Follows what the system does with the delegate of an application, until it has launched.
    fileprivate mutating func launch(_ delegate: CodeTree.TypeID) {
        let parts = index.code(of: delegate)
        guard let own = parts.first(where: { $0.kind == .class }), !index.isInherited(byProgram: delegate) else {
            return
        }
        record.trace?.delegate = delegate
        make(delegate, in: own.document)
        let members = parts.flatMap(\.members.flattened)
        // What the system may ask for before.
        for member in members where member.hasModifier("override") || member.name == "window" {
            record.trace?.complete(member)
        }
        for label in LaunchStage.labels { launch(members.filter { $0.parameters.last?.label == label }, of: delegate) }
        launch(members.filter { $0.name == "applicationWillFinishLaunching" }, of: delegate)
        let finishing = members.filter { $0.name == "applicationDidFinishLaunching" }
        // On a watch that comes before everything else.
        let isOfWatch =
            index.declaration(of: delegate).map { index.conforms($0.owner, to: Self.delegatesOfWatch) } == true
        if isOfWatch { launch(finishing, of: delegate) }
        // Documents and links may be opened in between, and on macOS windows are.
        record.trace?.showScenes()
        for part in parts { record.trace?.complete(part) }
        if !isOfWatch { launch(finishing, of: delegate) }
    }

    private mutating func launch(_ functions: [Declaration], of type: CodeTree.TypeID) {
        let functions = functions.filter { $0.kind == .function }
        guard functions.count == 1, functions[0].conditions.isEmpty, let body = functions[0].body else {
            for function in functions { record.trace?.complete(function) }
            return
        }
        run(functions[0], body: body, of: type)
    }

    fileprivate mutating func run(_ function: Declaration, body: CodeBody, of type: CodeTree.TypeID) {
        var frame = ReachFrame(owner: type, dynamic: type, document: function.document)
        frame.isStatic = function.isStatic
        for parameter in function.parameters { frame.locals[parameter.name] = .unknown }
        enter(function, of: type) { _ = $0.run(body, in: frame) }
    }

    fileprivate mutating func make(_ type: CodeTree.TypeID, in document: SwiftDocument) {
        _ = follow(.initialized(type, as: type), .call(of: type, in: document, index))
    }
}

extension CodeTree {
    /// Returns whether the arguments of calls by a name are computed before it is called, and always.
    func computesArguments(of callee: String) -> Bool {
        guard let first = callee.first, callee != "StateObject" else { return false }
        if !first.isUppercase, !["init", "print", "debugPrint", "NSLog", "min", "max", "abs"].contains(callee) {
            let isDeclared = known(\.functions, callee) { callee in
                paths(saying: callee).prefix(60).contains { path in
                    file(path)?.tokens(callee).contains(where: \.isDeclaredFunction) == true
                }
            }
            guard isDeclared else { return false }
        }
        return !lazyDeferring.value { [self] in deferring }.contains(callee)
    }

    /// The names of what computes an argument later, if ever: the functions with such a parameter, and the types that one makes.
    private var deferring: Set<String> {
        let declarations = paths(saying: "autoclosure").compactMap(file).flatMap(\.document.allDeclarations)
        return Set(
            declarations.lazy.filter { declaration in
                declaration.parameters.contains { $0.type.contains { $0.hasAttribute("autoclosure") } }
            }.flatMap { [$0.name] + ($0.kind == .initializer ? $0.outer : []) }
        )
    }
}
