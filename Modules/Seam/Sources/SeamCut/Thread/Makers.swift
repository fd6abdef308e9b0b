import SeamKit
import Synchronization

/// The calls that make the instances of types, where all of them are known.
final class Makers: Sendable {
    /// A call, and what is around it.
    struct Place: Sendable {
        let file: ParsedFile
        let call: CallNode
        /// The type whose objects have the code; nil if it belongs to no object.
        let owner: OwnerDecl?
        /// Whether the code runs when the object is complete.
        let isAfterwards: Bool
    }

    private let known = Mutex<[CodeTree.TypeID: [Place]?]>([:])
    /// The calls of `.init` with nothing before the dot.
    private let implied = Lazy<[Implied]>()

    private struct Implied {
        let path: String
        let labels: [String]
        /// The name of what takes the value: a function, a type or a property. Its declaration says the type.
        let taker: String
        /// The last name of the type; nil if nobody can read it here.
        let type: String?
    }

    /// Returns the paths of the files that make types of these last names and leave the name out: `show(.init())`.
    func paths(implying names: Set<String>, _ index: CodeTree) -> Set<String> {
        let all = implied.value { Self.implied(index) }
        return Set(all.lazy.filter { $0.type.map(names.contains) == true }.map(\.path))
    }

    /// Returns the calls that make a type outside of tests and previews; nil if something else may make one.
    func places(making type: CodeTree.TypeID, _ index: CodeTree) -> [Place]? {
        if let found = known.withLock({ $0[type] }) { return found }
        let found = find(type, index)
        known.withLock { $0[type] = .some(found) }
        return found
    }

    private func find(_ type: CodeTree.TypeID, _ index: CodeTree) -> [Place]? {
        // Calls are found by the last name, so no other type may have it. Other modules make what is public, and subclasses what they
        // inherit from.
        guard let owner = index.declaration(of: type)?.owner,
            index.lastNames.types(owner.simpleName).count == 1,
            [.class, .actor, .struct].contains(owner.kind), !owner.isPublic, !index.isInherited(owner),
            !index.isMadeBySystem(owner), isMadeByCalls(owner, index), !isNamed(owner.simpleName, index)
        else { return nil }
        let own = index.parts(of: owner).flatMap(\.owner.initializers)
        let labels = [[]] + own.map { $0.parameters.map(\.label.withoutBackticks) }
        let made = owner.kind == .struct ? [CalledInitializer(memberwiseOf: owner, takes: false)] : []
        let initializers = made + [CalledInitializer(takes: false)] + own.map { CalledInitializer($0, takes: false) }
        // Another name for the type may make some, too.
        let names = index.names(of: owner.simpleName)
        guard names.all.count == 1, names.unclear.isEmpty else { return nil }
        let paths = Set(index.paths(saying: owner.simpleName))
        let others = implied.value { Self.implied(index) }
        let isImplied = others.contains { call in
            call.type == nil && !index.isTest(call.path) && !paths.contains(call.path)
                && labels.contains { Self.isPart(call.labels, of: $0) }
                && !index.paths(saying: call.taker, owner.simpleName).isEmpty
        }
        if isImplied { return nil }
        var places: [Place] = []
        for path in paths.sorted() where !index.isTest(path) {
            guard let file = index.file(path), !file.hasError else { return nil }
            let finder = ConstructionFinder([owner.simpleName], initializers, in: file, index: index)
            let unclear = finder.unclear.filter { mention in
                !mention.code.hasPrefix("Self") || file.owner(around: mention).flatMap(index.id(of:)) == type
            }
            guard unclear.isEmpty else { return nil }
            places += finder.calls.compactMap { Self.place(of: $0, in: file) }
        }
        return places
    }

    private static func isPart(_ labels: [String], of all: [String]) -> Bool {
        var rest = all[...]
        for label in labels {
            guard let position = rest.firstIndex(of: label) else { return false }
            rest = rest[(position + 1)...]
        }
        return true
    }

    /// What code from outside of the tree makes no objects of, only because they conform to it or inherit from it.
    static let plain: Set<String> = [
        "AnyObject", "CaseIterable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
        "Equatable",
        "Error", "Hashable", "Identifiable", "LocalizedError", "NSObject", "ObservableObject", "Operation", "Sendable",
    ]

    /// Returns whether nothing but calls of its initializers makes a type, as far as what it conforms to says.
    func isMadeByCalls(_ owner: OwnerDecl, _ index: CodeTree) -> Bool {
        var seen: Set<CodeTree.TypeID> = []
        var open = index.inheritance(of: index.parts(of: owner))
        while let (name, type) = open.popLast() {
            if let type, !seen.insert(type).inserted { continue }
            let found = type.map(index.parts) ?? []
            let parts = found.map(\.owner)
            if parts.allSatisfy({ $0.kind == .extension }) {
                let isKnown =
                    Self.plain.contains(name) || Recipient.views.contains(name)
                    || ["Delegate", "DataSource"].contains(where: name.hasSuffix)
                    || IsolationReader.foreign(name) == .actor("MainActor")
                if !isKnown { return false }
            }
            let isRequired = parts.contains { part in
                part.kind == .protocol && !part.initializers.isEmpty
            }
            if isRequired { return false }
            open += index.inheritance(of: found)
        }
        return true
    }

    /// Returns whether Objective-C may make a class, or code that finds it by its name.
    private func isNamed(_ name: String, _ index: CodeTree) -> Bool {
        index.paths(saying: "NSClassFromString").contains { path in
            index.file(path)?.tokens("NSClassFromString").contains { Self.mayMean(name, calledBy: $0) } ?? true
        } || index.sources.isSaidByObjectiveC(name)
    }

    /// Returns whether `NSClassFromString` may be called with the name of a class: all of its argument has to be written to tell.
    static func mayMean(_ name: String, calledBy function: TokenNode) -> Bool {
        guard let value = function.nameNode?.call?.values.first, let text = CodeValue(value).string(with: [:]) else {
            return true
        }
        return text.lastName == name
    }

    /// Returns a call with what is around it; nil for one of a preview.
    private static func place(of call: CallNode, in file: ParsedFile) -> Place? {
        let owner = file.owner(around: call)
        if Construction(file: file, node: call.expression, isTest: false).isPreview { return nil }
        let member = call.memberAround
        let isStatic = member?.modifierList.says("static", "class") ?? true
        return Place(
            file: file,
            call: call,
            owner: isStatic || owner?.isLocal != false ? nil : owner,
            isAfterwards: member?.property?.isStoredInInstances != true && member?.initializer == nil
        )
    }

    /// Returns whether `.init` may stand somewhere with nothing before its dot.
    private static func mayImply(_ bytes: [UInt8]) -> Bool {
        WordSearch.places(of: ".init", in: bytes[...]).contains { place in
            guard let before = bytes[..<place].last else { return true }
            return !before.isOfName && !")]}?!>`\"".utf8.contains(before)
        }
    }

    private static func implied(_ index: CodeTree) -> [Implied] {
        index.paths(saying: "init").flatMap { path -> [Implied] in
            guard let bytes = index.bytes(path), mayImply(bytes), let file = index.file(path) else { return [] }
            return file.tokens("init").compactMap { token in
                guard let name = token.nameNode, name.isMember, name.base == nil,
                    let taker = name.expression.takerName
                else { return nil }
                let call = name.call
                let type = call.flatMap { WrittenType(index: index, file: file).type(of: $0.expression) }
                return Implied(path: path, labels: call?.labels ?? [], taker: taker, type: type?.lastName)
            }
        }
    }
}
