import SeamKit
import Synchronization

/// Finds out what makes instances of a type and what keeps them, as far as the names of types tell.
final class Lifetimes: Sendable {
    /// What stores a type.
    private struct Storing {
        var types: Set<String> = []
        var isStatic = false
    }

    private let storing = Mutex<[String: Storing]>([:])
    private let makers = Mutex<[String: Set<String>]>([:])

    // MARK: - What keeps them

    /// Returns whether something static may keep an instance of a type, directly or in what it keeps.
    ///
    /// - Parameter name: the last name of the type.
    func isKept(_ name: String, _ index: TypeIndex) -> Bool {
        var seen: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            let found = storing(next, index)
            if found.isStatic { return true }
            open += found.types.filter { seen.insert($0).inserted }
        }
        return false
    }

    private func storing(_ name: String, _ index: TypeIndex) -> Storing {
        if let found = storing.withLock({ $0[name] }) { return found }
        var result = Storing()
        // A property may have the type of a superclass or of a protocol.
        for word in index.declaredAncestors(of: name) {
            for case let file? in index.paths(saying: word).map(index.file) {
                if file.global.variables.contains(where: { $0.mayStore(word) }) { result.isStatic = true }
                for owner in file.owners {
                    for property in owner.variables where property.mayStore(word) {
                        if property.isOfInstance {
                            result.types.insert(owner.simpleName)
                        } else {
                            result.isStatic = true
                        }
                    }
                }
            }
        }
        storing.withLock { $0[name] = result }
        return result
    }

    // MARK: - What makes them

    /// What makes objects that a file of Interface Builder names.
    static let builders: Set<String> = [
        "UIStoryboard", "NSStoryboard", "UINib", "NSNib", "loadNibNamed", "nibName", "instantiateInitialViewController",
        "instantiateViewController", "NSApplicationMain",
    ]

    /// Returns whether code that says some words may make an instance of a type, directly or by what it makes and calls.
    ///
    /// Code runs because somebody has named its type or function, or has made an instance of its type. So this goes back from what makes
    /// the type to what makes that.
    func isMade(_ name: String, by words: Set<String>, _ index: TypeIndex) -> Bool {
        var seen: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            if next == Self.anything || words.contains(next) { return true }
            open += makers(of: next, index).filter { seen.insert($0).inserted }
        }
        return false
    }

    /// In place of a name: nobody can say what runs this.
    private static let anything = ""

    /// Returns the names of the types and functions whose code makes a type, or calls a function, of a name.
    private func makers(of name: String, _ index: TypeIndex) -> Set<String> {
        // What calls it is known for each class that it may make.
        if name == "NSClassFromString" { return [] }
        if let found = makers.withLock({ $0[name] }) { return found }
        var result = foreignMakers(of: name, index)
        for case let file? in index.paths(saying: name).map(index.file) {
            for token in file.tokens(name) where token.mayMake { result.formUnion(runners(of: token, in: file, index)) }
            // An instance of a subclass is one, too, and what conforms to a protocol has its code.
            for owner in file.owners where owner.inherited.contains(where: { $0.lastName == name }) {
                result.insert(owner.simpleName)
            }
            for alias in file.aliases where alias.type.words.contains(name) { result.insert(alias.name) }
        }
        makers.withLock { $0[name] = result }
        return result
    }

    /// Returns what runs the code around a name.
    private func runners(of token: TokenNode, in file: ParsedFile, _ index: TypeIndex) -> Set<String> {
        let owner = file.owner(around: token)
        let parts = owner.map { index.declarations(of: $0.simpleName).map(\.owner) } ?? []
        let isObject = parts.contains { [.class, .actor].contains($0.kind) }
        var result: Set<String> = []
        if parts.contains(where: { $0.kind != .extension }), let owner { result.insert(owner.simpleName) }
        // The type of a value, and one from elsewhere, need not be named by who calls a function of it.
        guard !isObject, let member = token.outerDeclaration else { return result }
        let names = member.declaredNames
        return result.union(names.isEmpty && result.isEmpty ? [Self.anything] : names)
    }

    /// Returns what makes a class by its name at run time.
    private func foreignMakers(of name: String, _ index: TypeIndex) -> Set<String> {
        let parts = index.declarations(of: name).map(\.owner)
        guard parts.contains(where: { $0.kind == .class }) else { return [] }
        // It may make what it names when it is loaded.
        if index.sources.isSaidByObjectiveC(name) { return [Self.anything] }
        var result: Set<String> = index.sources.interfaceNames.contains(name) ? Self.builders : []
        if parts.contains(where: { $0.inherited.contains("NSCoding") || $0.inherited.contains("NSSecureCoding") }) {
            result.formUnion(["NSKeyedUnarchiver", "decodeObject"])
        }
        for case let file? in index.paths(saying: "NSClassFromString").map(index.file) {
            for token in file.tokens("NSClassFromString") where Makers.mayMean(name, calledBy: token) {
                result.formUnion(runners(of: token, in: file, index).union(["NSClassFromString"]))
            }
        }
        return result
    }
}

extension Set<String> {
    /// Adds the words of those members that are named among them, or by one of those that are.
    mutating func addMembers(_ members: [DeclarationNode]) {
        var waiting = members
        while let position = waiting.firstIndex(where: { !isDisjoint(with: $0.declaredNames) }) {
            formUnion(waiting.remove(at: position).words)
        }
    }
}

extension TypeIndex {
    /// Returns the last name of a type, and those of its superclasses and protocols that the tree declares.
    fileprivate func declaredAncestors(of name: String) -> Set<String> {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            let parts = declarations(of: next).map(\.owner)
            guard parts.contains(where: { $0.kind != .extension }), seen.insert(next).inserted else { continue }
            open += parts.flatMap(\.inherited).map(\.lastName)
        }
        return seen
    }
}

extension PropertyNode {
    /// Whether it may keep an instance of a type, as far as its own words say.
    fileprivate func mayStore(_ type: String) -> Bool {
        !modifierList.says("weak", "unowned")
            && parts.contains { part in
                part.isStored && (part.type?.words ?? part.value?.words ?? []).contains(type)
            }
    }
}

extension TokenNode {
    /// Whether code that says it here may make a type, or call a function, of its name: a call, a type as a value or as what is
    /// expected.
    fileprivate var mayMake: Bool {
        if isTypeAsValue || nameNode?.isCalled == true { return true }
        guard let declaration else { return false }
        return declaration.property?.part?.value != nil || declaration.code.contains(".init(")
    }
}
