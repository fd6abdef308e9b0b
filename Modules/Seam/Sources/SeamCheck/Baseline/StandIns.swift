import SeamKit

/// Finds the new violations that stand for others, which a baseline knows.
///
/// A cut moves uses to a property of their caller. The property, the parameters that fill it with their defaults, and the argument that the maker
/// passes are no more uses than there were: each takes the place of an entry that nothing in the tree needs any more, or belongs to
/// uses that the baseline knows and that go through it. A declaration with another name takes its entries with it. So the
/// number of what is excused never grows, and a new use of a member through the accessor is never excused.
final class StandIns {
    /// What happens to a new violation.
    enum Outcome: Equatable {
        /// It takes the place of one violation of this entry.
        case replaces(ViolationKey)
        /// It is a part of violations that the baseline knows.
        case belongs
    }

    /// A caller: a type in a module, or the code of a file outside of types.
    private struct Caller: Hashable {
        var home: String
        var name: String
        /// The singleton's type, in the words of the rules.
        var subject: String
    }

    private let read: (String) -> [UInt8]?
    private let modules: [String: String]
    private let accessors: [String: Set<String>]
    /// For the types of singletons, the protocols of the tree that have members of theirs.
    private let protocols: [String: Set<String>]
    private var left: [ViolationKey: Int]
    /// The entries in `left`, in order, by the rule and the first name of the member.
    private let entries: [Bucket: [ViolationKey]]
    private let declarations: Set<Declaration>
    private let files: Set<String>
    private var declared: [String: Set<String>] = [:]
    private var texts: [String: SourceText] = [:]
    /// The properties that hold an instance, and the callers with known uses through one.
    private var holders: [Caller: Set<Holder>] = [:]
    private var held: Set<Caller> = []
    /// The callers that name the type of what they hold.
    private var annotated: Set<Caller> = []
    private var holding: Set<Place> = []
    /// The functions in which a caller passes the instance on, by their names without parameters.
    private var forwarders: [Caller: Set<Substring>] = [:]
    /// The types whose instances makers pass.
    private var passed: Set<String> = []

    private struct Bucket: Hashable {
        var rule: Rule
        var name: Substring

        init(rule: Rule, member: String) {
            (self.rule, name) = (rule, member.prefix { $0 != "." })
        }
    }

    /// A declaration that breaks a rule.
    private struct Declaration: Hashable {
        var rule: Rule
        var file: String
        var enclosing: String

        init(key: ViolationKey) {
            (rule, file, enclosing) = (key.rule, key.file, key.enclosing)
        }
    }

    /// A property that holds an instance, or the parameter that fills it. What is static is another one: instances can't be read there.
    private struct Holder: Hashable {
        var name: String
        var isStatic: Bool
    }

    private struct Place: Hashable {
        var file: String
        var line: Int
        var column: Int

        init(violation: Violation) {
            (file, line, column) = (violation.file, violation.line, violation.column)
        }
    }

    /// - Parameters:
    ///   - known: the violations that the baseline knows or comments allow.
    ///   - left: how many violations the tree no longer has, by entry, with the current paths.
    ///   - listed: all entries, with the current paths.
    ///   - read: returns the bytes of a file.
    init(
        known: [Violation],
        left: [ViolationKey: Int],
        listed: Set<ViolationKey>,
        in map: CodeMap,
        read: @escaping (String) -> [UInt8]?
    ) {
        (self.read, self.left) = (read, left)
        declarations = Set(listed.map(Declaration.init))
        files = Set(listed.map(\.file))
        entries = Dictionary(grouping: left.keys.sorted()) { Bucket(rule: $0.rule, member: $0.member) }
        modules = Dictionary(
            (map.files + map.objectiveC).map { ($0.path, $0.module) },
            uniquingKeysWith: { first, _ in first }
        )
        accessors = Dictionary(
            map.singletons.map { ($0.id, Set($0.accessors.map(\.name))) },
            uniquingKeysWith: { $0.union($1) }
        )
        protocols = Dictionary(
            map.singletons.map { ($0.name, Set($0.protocols.values)) },
            uniquingKeysWith: { $0.union($1) }
        )
        for violation in known { note(violation) }
    }

    /// Returns what new violations stand for, by their position; nothing for the ones that stand for themselves.
    func outcomes(of new: [Violation]) -> [Int: Outcome] {
        var outcomes: [Int: Outcome] = [:]
        // What needs a certain entry goes first.
        for find in [overloaded, renamed, through, holderInPlace, holder, argument, annotation, fallback]
            as [(Violation) -> Outcome?]
        {
            for (index, violation) in new.enumerated() where outcomes[index] == nil {
                guard let outcome = find(violation) else { continue }
                outcomes[index] = outcome
                if case .replaces(let entry) = outcome { left[entry, default: 0] -= 1 }
                note(violation)
            }
        }
        return outcomes
    }

    // MARK: What a violation may be

    /// A use in a function with a parameter more, while one of the old name, which may still stand and call it, has one less.
    private func overloaded(_ violation: Violation) -> Outcome? {
        moved(violation) { key in
            key.enclosing.prefix { $0 != "(" } == violation.enclosing.prefix { $0 != "(" }
        }
    }

    /// A use in a declaration that the baseline doesn't know, while one that it knows has gone from the file.
    private func renamed(_ violation: Violation) -> Outcome? { moved(violation, fits: isGone) }

    private func moved(_ violation: Violation, fits: (ViolationKey) -> Bool) -> Outcome? {
        guard violation.rule != .fallback, !declarations.contains(Declaration(key: violation.key)) else { return nil }
        return first(for: violation) { key in
            key.file == violation.file && key.member == violation.member && !key.enclosing.isEmpty && fits(key)
        }
    }

    /// A use through what the caller holds, which was a direct one in another declaration, or has a name on its way.
    private func through(_ violation: Violation) -> Outcome? {
        guard let use = violation.use, use.path != .direct, let caller = caller(of: violation) else { return nil }
        if use.member == Use.instance, held.contains(caller) { return .belongs }
        let isSame = { (key: ViolationKey) in use.member == Use.instance || key.member == violation.member }
        return entry(of: caller, for: violation, fits: isSame)
    }

    /// A property in a file that the baseline knows.
    private func holderInPlace(for violation: Violation) -> Outcome? {
        files.contains(violation.file) ? holder(for: violation) : nil
    }

    /// A property that holds the instance for the uses of its caller.
    private func holder(for violation: Violation) -> Outcome? {
        guard violation.rule != .fallback, let use = violation.use, let caller = caller(of: violation),
            let holder = holder(in: use)
        else { return nil }
        let others = (holders[caller] ?? []).filter { $0.isStatic == holder.isStatic }
        let limit = max(1, accessors[use.singleton]?.count ?? 1)
        guard others.contains(holder) || others.count < limit else { return nil }
        return held.contains(caller) ? .belongs : entry(of: caller, for: violation) { _ in true }
    }

    /// An argument with which a maker passes the instance.
    private func argument(for violation: Violation) -> Outcome? {
        guard let use = violation.use, use.path == .direct, isOnly(use), let caller = caller(of: violation),
            text(at: use.file).isArgument(line: use.line, column: use.column)
        else { return nil }
        let outcome = entry(of: caller, for: violation) { _ in true } ?? elsewhere(caller, violation: violation)
        if outcome != nil { passed.insert(caller.subject) }
        return outcome
    }

    /// The type of a property or parameter that holds the instance, or a protocol that stands for the type.
    private func annotation(for violation: Violation) -> Outcome? {
        guard violation.rule == .restrictedType, violation.use == nil, let caller = caller(of: violation),
            isHolding(violation, caller: caller)
        else { return nil }
        if held.contains(caller) || holders[caller] != nil { return .belongs }
        // `func free() { free(store: .shared) }` beside `func free(store: Store)`
        if forwarders[caller]?.contains(Self.function(in: violation.enclosing)) == true { return .belongs }
        // A stored property and the parameter that sets it are one.
        let isOfInstance =
            violation.enclosing == caller.name || violation.enclosing.hasPrefix(caller.name + ".init(")
        if isOfInstance, annotated.contains(caller) { return .belongs }
        if let own = entry(of: caller, for: violation, fits: { _ in true }) { return own }
        // What passes an instance on, or carries one that may be missing.
        let carries = text(at: violation.file).isOptional(line: violation.line, column: violation.column)
        guard carries || passed.contains(caller.subject) || protocols[caller.subject] != nil else { return nil }
        if let other = elsewhere(caller, violation: violation) { return other }
        // The conformance to the protocol by which callers hold the instance.
        let conformed = text(at: violation.file).conformance(line: violation.line, column: violation.column)
        let isByProtocol = conformed.map { protocols[caller.subject]?.contains($0) == true } == true
        return isByProtocol && held.contains { $0.subject == caller.subject } ? .belongs : nil
    }

    /// The fallback of a property that is excused otherwise.
    private func fallback(for violation: Violation) -> Outcome? {
        violation.rule == .fallback && holding.contains(Place(violation: violation)) ? .belongs : nil
    }

    // MARK: Entries

    private func entry(of caller: Caller, for violation: Violation, fits: (ViolationKey) -> Bool) -> Outcome? {
        first(for: violation) { isAbout(caller.subject, key: $0) && isInside(caller, key: $0) && fits($0) }
    }

    private func elsewhere(_ caller: Caller, violation: Violation) -> Outcome? {
        first(for: violation) { isAbout(caller.subject, key: $0) }
    }

    private func first(for violation: Violation, fits: (ViolationKey) -> Bool) -> Outcome? {
        entries[Bucket(rule: violation.rule, member: violation.member)]?.first { left[$0, default: 0] > 0 && fits($0) }
            .map(Outcome.replaces)
    }

    private func isAbout(_ subject: String, key: ViolationKey) -> Bool {
        key.member == subject || key.member.hasPrefix(subject + ".")
    }

    private func isInside(_ caller: Caller, key: ViolationKey) -> Bool {
        guard !caller.name.isEmpty else { return key.file == caller.home && !key.enclosing.contains(".") }
        return modules[key.file] == caller.home
            && (key.enclosing == caller.name || key.enclosing.hasPrefix(caller.name + "."))
    }

    private func isGone(_ key: ViolationKey) -> Bool {
        if declared[key.file] == nil { declared[key.file] = read(key.file).flatMap(Declarations.names) }
        return declared[key.file].map { !$0.contains(key.enclosing) } ?? false
    }

    // MARK: Violations

    private func note(_ violation: Violation) {
        guard let caller = caller(of: violation) else { return }
        guard let use = violation.use else {
            if isHolding(violation, caller: caller) { annotated.insert(caller) }
            return
        }
        if use.path != .direct { held.insert(caller) }
        if use.path == .direct, isOnly(use), text(at: use.file).isArgument(line: use.line, column: use.column) {
            forwarders[caller, default: []].insert(Self.function(in: use.enclosingFunction))
        }
        guard let holder = holder(in: use) else { return }
        holders[caller, default: []].insert(holder)
        if violation.rule != .fallback { holding.insert(Place(violation: violation)) }
    }

    private func caller(of violation: Violation) -> Caller? {
        guard violation.rule == .restrictedType || violation.rule == .restrictedMember else { return nil }
        let subject = violation.use?.type ?? violation.member
        // A mention says in one word what is around it.
        let around = violation.use?.enclosingType ?? Self.type(in: violation.enclosing)
        return Caller(home: around.isEmpty ? violation.file : violation.module, name: around, subject: subject)
    }

    /// Returns the type in `Cart.load(_:)`.
    private static func type(in enclosing: String) -> String {
        let head = enclosing.prefix { $0 != "(" }
        guard head.count < enclosing.count else { return enclosing }
        return head.split(separator: ".").dropLast().joined(separator: ".")
    }

    /// Returns `load` in `Cart.load(_:)`.
    private static func function(in enclosing: String) -> Substring {
        enclosing.prefix { $0 != "(" }.split(separator: ".").last ?? ""
    }

    /// Returns the property that is nothing but this use, or the parameter whose default it is.
    private func holder(in use: Use) -> Holder? {
        guard use.path == .direct, isOnly(use) else { return nil }
        let (text, name) = (text(at: use.file), use.enclosingFunction)
        guard name.isEmpty || name.contains("(") else {
            return text.isStatic(property: name, line: use.line, column: use.column).map {
                Holder(name: name, isStatic: $0)
            }
        }
        return text.parameter(line: use.line, column: use.column).map { Holder(name: $0, isStatic: false) }
    }

    /// Returns whether a mention is the type of something that holds the instance, or belongs to a protocol that the type has.
    private func isHolding(_ violation: Violation, caller: Caller) -> Bool {
        let text = text(at: violation.file)
        if text.isAnnotation(line: violation.line, column: violation.column) { return true }
        let protocols = protocols[caller.subject] ?? []
        if protocols.contains(caller.name) { return true }
        return text.conformance(line: violation.line, column: violation.column).map(protocols.contains) ?? false
    }

    /// Returns whether a use is about the instance itself: the accessor, and no member of it.
    private func isOnly(_ use: Use) -> Bool {
        if use.isObjectiveC { return false }
        if use.member == Use.instance { return true }
        guard accessors[use.singleton]?.contains(use.member) == true else { return false }
        return text(at: use.file).name(line: use.line, column: use.column).split(separator: ".").last.map(String.init)
            == use.member
    }

    private func text(at path: String) -> SourceText {
        if let text = texts[path] { return text }
        let text = SourceText(bytes: read(path) ?? [])
        texts[path] = text
        return text
    }
}
