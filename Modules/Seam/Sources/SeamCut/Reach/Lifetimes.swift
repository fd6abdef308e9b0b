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
    private let makers = Mutex<[Code: Set<Code>]>([:])
    private let made = Mutex<[Search.Question: [[String: Bool]]]>([:])

    // MARK: - What keeps them

    /// Returns whether something static may keep an instance of a type, directly or in what it keeps.
    ///
    /// - Parameter name: the last name of the type.
    func isKept(_ name: String, _ index: CodeTree) -> Bool {
        var seen: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            let found = storing(next, index)
            if found.isStatic { return true }
            open += found.types.filter { seen.insert($0).inserted }
        }
        return false
    }

    private func storing(_ name: String, _ index: CodeTree) -> Storing {
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
    private static let builders: Set<String> = [
        "UIStoryboard", "NSStoryboard", "UINib", "NSNib", "loadNibNamed", "nibName", "instantiateInitialViewController",
        "instantiateViewController",
    ]

    /// Returns whether code that says some words may make an instance of a type, directly or by what it makes and calls.
    ///
    /// Code runs because somebody has named its type or function, or has made an instance of its type. So this goes back from what makes
    /// the type to what makes that.
    ///
    /// - Parameters:
    ///   - name: the name of the type, with the types around it.
    ///   - delegate: the type of the application's delegate, if it is known what that runs; nil otherwise.
    ///   - isBeforeViews: whether no view of SwiftUI is shown by then.
    func isMade(
        _ name: String,
        by said: SaidCode,
        besides delegate: String? = nil,
        isBeforeViews: Bool = false,
        _ index: CodeTree
    ) -> Bool {
        let question = Search.Question(said: said, delegate: delegate, isBeforeViews: isBeforeViews)
        var search = Search(question: question, index: index)
        if let known = made.withLock({ $0[question] }) { search.made = known }
        defer { made.withLock { $0[question] = search.made } }
        return isRun(.type(name), &search)
    }

    /// A search for what some words run.
    private struct Search {
        struct Question: Hashable {
            let said: SaidCode
            let delegate: String?
            let isBeforeViews: Bool
        }

        let question: Question
        let index: CodeTree
        /// How often it may ask whether a type is made, on the way to what such a type runs.
        var depth = 2
        /// The types that are made, or not, by the depth.
        var made: [[String: Bool]] = [[:], [:], [:]]
    }

    private func isRun(_ code: Code, _ search: inout Search) -> Bool {
        var seen: Set<Code> = [code]
        var open: [Code] = [code]
        while let next = open.popLast() {
            if search.question.isBeforeViews, case .shown = next { continue }
            if case .type(let type) = next {
                if type == search.question.delegate { continue }
                if let known = search.made[search.depth][type] {
                    if known { return true }
                    continue
                }
            }
            if next.isSaid(by: search.question.said, search.index) { return true }
            var found = makers(of: next, search.index)
            if case .called(let names, let type, let path) = next, search.depth > 0 {
                guard isMade(type, &search) else { continue }
                found = Set(names.map { .name($0, in: path) })
            }
            open += found.filter { seen.insert($0).inserted }
        }
        // Nothing that was asked on the way is made either.
        for case .type(let type) in seen { search.made[search.depth][type] = false }
        return false
    }

    private func isMade(_ type: String, _ search: inout Search) -> Bool {
        search.depth -= 1
        defer { search.depth += 1 }
        let result = isRun(.type(type), &search)
        search.made[search.depth][type] = result
        return result
    }

    /// Returns the code that makes a type, or that runs other code.
    private func makers(of code: Code, _ index: CodeTree) -> Set<Code> {
        if let found = makers.withLock({ $0[code] }) { return found }
        let result: Set<Code> =
            switch code {
            case .type(let name): makers(ofType: name, index)
            case .member(let name, let type, let path): callers(of: name, in: type, path, index)
            case .shown(let name), .called(_, let name, _): [.type(name)]
            // What calls it is known for each class that it may make.
            case .name("NSClassFromString", _), .anything: []
            case .name(let name, let path):
                callers(of: name, path, index) { node, token, _ in node != nil || token.isInString }
            }
        makers.withLock { $0[code] = result }
        return result
    }

    private func makers(ofType name: String, _ index: CodeTree) -> Set<Code> {
        let last = name.lastName
        let parts = index.parts(called: name)
        let isClass = parts.contains { $0.owner.kind == .class }
        var result = isClass ? foreignMakers(of: last, parts.map(\.owner), index) : []
        for case let file? in index.paths(saying: last).map(index.file) {
            guard isSeen(parts, in: file, index), isNamed(name, parts, in: file) else { continue }
            for token in file.tokens(last) where token.mayMake { result.formUnion(Code.around(token, in: file, index)) }
            // An instance of a subclass is one, too, and what conforms to a protocol has its code.
            for owner in file.owners where owner.inherited.contains(where: { $0.lastName == last }) {
                result.insert(.type(owner.name))
            }
            for alias in file.aliases where alias.type.words.contains(last) { result.insert(.type(alias.name)) }
        }
        for item in parts.flatMap(\.owner.memberDecls).filter(\.isCase).flatMap(\.declaredNames) {
            result.insert(.member(item, of: name, in: nil))
        }
        return result
    }

    /// Returns whether code of a file sees a type.
    private func isSeen(_ type: [CodeTree.Declaration], in file: ParsedFile, _ index: CodeTree) -> Bool {
        let own = type.filter { $0.owner.kind != .extension }
        if own.isEmpty || type.contains(where: { $0.file.path == file.path }) { return true }
        let module = index.module(ofFile: file.path)
        return own.contains { home, owner in
            !owner.isPrivate
                && (owner.node.isVisibleOutside || index.isTest(file.path) || index.module(ofFile: home.path) == module)
        }
    }

    /// Returns whether a file has the type around a type: code elsewhere needs that to name it.
    private func isNamed(_ type: String, _ parts: [CodeTree.Declaration], in file: ParsedFile) -> Bool {
        let outer = type.split(separator: ".").dropLast().last.map(String.init)
        return parts.contains { $0.file.path == file.path } || outer.map { !file.tokens($0).isEmpty } ?? true
    }

    /// Returns the code that names a static member or a case of a type.
    private func callers(of name: String, in type: String, _ path: String?, _ index: CodeTree) -> Set<Code> {
        let last = type.lastName
        // The name of a subclass, or another name, may stand before it.
        let relatives = index.lastNames.relatives(of: last).names
        let names = relatives.union(["Self", "self"])
        let parts = index.parts(called: type)
        var result = callers(of: name, path, index) { node, token, file in
            guard let node, isSeen(parts, in: file, index) else { return false }
            if let base = node.base { return names.contains(base.code.lastName) || base.code.hasPrefix("type(of:") }
            if node.isMember { return !node.isMatched }
            guard let owner = file.owner(around: token) else { return false }
            return owner.name.split(separator: ".").contains(Substring(last))
                || index.conforms(owner, to: relatives)
        }
        // Whoever has the type as a value may call what it has.
        for case let file? in index.paths(saying: last).map(index.file) {
            for token in file.tokens(last) where token.isTypeAsValue {
                result.formUnion(Code.around(token, in: file, index))
            }
        }
        return result.union(relatives.map { .member(name, of: $0, in: path) })
    }

    /// Returns the code around the names that are a use.
    ///
    /// - Parameter path: the path of the only file that sees what they name; nil if others see it.
    private func callers(
        of name: String,
        _ path: String?,
        _ index: CodeTree,
        where isUse: (NameNode?, TokenNode, ParsedFile) -> Bool
    ) -> Set<Code> {
        let files = path.map { [$0] } ?? index.paths(saying: name)
        return files.compactMap(index.file).reduce(into: []) { result, file in
            for token in file.tokens(name) where isUse(token.nameNode, token, file) {
                result.formUnion(Code.around(token, in: file, index))
            }
        }
    }

    /// Returns what makes a class by its name at run time.
    private func foreignMakers(of name: String, _ parts: [OwnerDecl], _ index: CodeTree) -> Set<Code> {
        // It may make what it names when it is loaded.
        if index.sources.isSaidByObjectiveC(name) { return [.anything] }
        var names = index.sources.interfaces[name] ?? []
        if names.contains(where: index.sources.isSaidByObjectiveC) { return [.anything] }
        names.formUnion(index.interfaces(referringTo: names))
        // The name of the file is put together somewhere.
        if names.contains(where: { index.paths(saying: $0).isEmpty }) { names.formUnion(Self.builders) }
        if parts.contains(where: { $0.inherited.contains("NSCoding") || $0.inherited.contains("NSSecureCoding") }) {
            names.formUnion(["NSKeyedUnarchiver", "decodeObject"])
        }
        var result: Set<Code> = []
        for case let file? in index.paths(saying: "NSClassFromString").map(index.file) {
            for token in file.tokens("NSClassFromString") where Makers.mayMean(name, calledBy: token) {
                result.formUnion(Code.around(token, in: file, index))
                names.insert("NSClassFromString")
            }
        }
        return result.union(names.map { .name($0, in: nil) })
    }
}

/// Code, by what others say in order to run it.
private enum Code: Hashable {
    /// The code of a type, which has its name with the types around it: whoever makes an instance, or has one, may run it.
    case type(String)
    /// A static member, or a case: `Store.make()`, `.make()`. One file sees it if there is a path.
    case member(String, of: String, in: String?)
    /// What a file declares, or what an extension adds to a type from elsewhere.
    case name(String, in: String?)
    /// What code calls by a name, of a value of a type. One file says the name if there is a path.
    case called(Set<String>, of: String, in: String?)
    /// What a view runs when it is shown.
    case shown(String)
    /// Nobody can say what runs it.
    case anything

    func isSaid(by said: SaidCode, _ index: CodeTree) -> Bool {
        switch self {
        case .type(let name): return said.names(name, index)
        case .member(let name, let type, let path):
            let isSaid =
                said.words.contains("." + name) || said.words.contains(name) && said.words.contains(type.lastName)
            return isSaid && said.sees(path)
        case .name(let name, let path): return said.words.contains(name) && said.sees(path)
        case .shown, .called: return false
        case .anything: return true
        }
    }

    /// Returns the code around a name.
    static func around(_ token: TokenNode, in file: ParsedFile, _ index: CodeTree) -> Set<Code> {
        // Statements of a file run when its program starts.
        guard let member = token.outerDeclaration else { return [] }
        if member.macrosAround.contains("Preview") { return [] }
        let owner = file.owner(around: token)
        let isPrivate = owner?.isPrivate == true || member.modifierList.has("private", "fileprivate")
        let path = isPrivate ? file.path : nil
        let names = member.declaredNames.filter(\.isPlainName)
        guard let owner, index.id(of: owner).map(index.graph.isDeclared) == true else {
            // Who calls a member of a type from elsewhere need not name that.
            if member.initializer != nil, let owner { return [.type(owner.name)] }
            if names.isEmpty { return [.anything] }
            guard let owner, member.modifierList.says("static", "class") else {
                return Set(names.map { .name($0, in: path) })
            }
            return Set(names.map { .member($0, of: owner.simpleName, in: path) })
        }
        if names.isEmpty { return [.type(owner.name)] }
        if member.modifierList.says("static", "class") {
            return Set(names.map { .member($0, of: owner.name, in: path) })
        }
        let isShown = !shownMembers.isDisjoint(with: names) || member.attributeList.names.contains("StateObject")
        if isShown, index.conforms(owner, to: shown) { return [.shown(owner.name)] }
        guard isCalledByName(member, of: owner, index) else { return [.type(owner.name)] }
        return isRare(names, beside: owner.simpleName, path, index)
            ? Set(names.map { .name($0, in: path) }) : [.called(Set(names), of: owner.name, in: path)]
    }

    /// What is shown by SwiftUI, and the members that it calls for that.
    private static let shown: Set<String> = [
        "View", "ViewModifier", "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable",
        "NSViewControllerRepresentable",
    ]
    private static let shownMembers: Set<String> = [
        "body", "makeUIView", "updateUIView", "makeUIViewController", "updateUIViewController", "makeNSView",
        "updateNSView", "makeNSViewController", "updateNSViewController", "makeCoordinator",
    ]

    /// What values have beside those: protocols that call what they require, and the raw types of enumerations.
    private static let values: Set<String> = [
        "Codable", "Decodable", "Encodable", "RawRepresentable", "String", "Int", "Int8", "Int16", "Int32", "Int64",
        "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "Character",
    ]

    /// Attributes of what nothing but code of its name calls.
    private static let harmless: Set<String> = ["ViewBuilder", "MainActor", "discardableResult", "available"]

    /// Returns whether only code that names a function or a computed property runs it.
    private static func isCalledByName(_ member: DeclarationNode, of owner: OwnerDecl, _ index: CodeTree) -> Bool {
        guard member.function != nil || member.property?.isStoredInInstances == false,
            !member.modifierList.says("override"), harmless.isSuperset(of: member.attributeList.names),
            !owner.isForObjectiveC
        else { return false }
        return owner.isPrivate && owner.kind == .extension || member.modifierList.has("private", "fileprivate")
            || index.inherited(by: owner).isSubset(of: Makers.plain.union(shown).union(values))
                && ["encode", "rawValue"].allSatisfy { !member.declaredNames.contains($0) }
    }

    /// Returns whether fewer files name members than their type.
    private static func isRare(_ names: [String], beside type: String, _ path: String?, _ index: CodeTree) -> Bool {
        path != nil
            || names.reduce(0) { $0 + index.paths(saying: $1).count } < index.paths(saying: type).count
    }
}

extension CodeTree {
    /// Returns the last name of a type, and those of its superclasses and protocols that the tree declares.
    func declaredAncestors(of name: String) -> Set<String> {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            let parts = lastNames.declarations(of: next).map(\.owner)
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
