import SeamKit

/// Finds the calls in a file that make instances of a type, and what else may make some.
struct ConstructionFinder {
    private(set) var calls: [CallNode] = []
    /// Mentions that may make an instance in a way that can't be edited.
    private(set) var unclear: [ExpressionNode] = []
    /// Everything that may make an instance.
    var all: [ExpressionNode] { calls.map(\.expression) + unclear }

    /// Looks for the type with one of these last names, which has these initializers.
    init(_ names: Set<String>, _ initializers: [CalledInitializer], in file: ParsedFile, index: CodeTree) {
        let tokens = names.union(["Self", "init"]).flatMap { file.tokens($0) }.sorted { $0.offset < $1.offset }
        for name in tokens.compactMap(\.nameNode) {
            read(name, names, initializers, ReceiverType(index: index, file: file))
        }
    }

    private mutating func read(
        _ name: NameNode,
        _ names: Set<String>,
        _ initializers: [CalledInitializer],
        _ receiver: ReceiverType
    ) {
        guard name.name == "init", name.isMember else {
            if name.name != "init" { note(name.specialized, isSelf: name.name == "Self") }
            return
        }
        guard let call = name.call else { return }
        let construction = Construction(file: receiver.file, node: call.expression, isTest: false)
        let mayMean = initializers.contains(where: construction.fits)
        if let base = name.base {
            // `type(of: row).init()`
            guard let made = base.call?.valueOfType else { return }
            let type = receiver.type(of: made)
            if type == nil && mayMean || type.map({ names.contains($0.lastName) }) == true {
                unclear.append(call.expression)
            }
            return
        }
        let written = WrittenType(index: receiver.index, file: receiver.file).type(of: call.expression)
        let type = written == "Self" ? receiver.scope(of: call.plainNode) : written
        if let type, names.contains(type.lastName) { return calls.append(call) }
        // What isn't declared may be a generic parameter.
        if let type, receiver.typeName(type, at: call.plainNode) != nil { return }
        if mayMean { unclear.append(name.expression) }
    }

    private mutating func note(_ named: ExpressionNode, isSelf: Bool) {
        var callee = named
        if let member = named.readMember {
            // A static member, or the type itself as a value.
            guard member.name == "init" else {
                if member.name == "self", !isSelf, !Self.isOnlyNamed(member.expression) {
                    unclear.append(member.expression)
                }
                return
            }
            callee = member.expression
        }
        // A static subscript makes nothing either.
        if callee.isInCollectionType || callee.isSubscripted { return }
        if let call = callee.calling {
            if isSelf { unclear.append(call.expression) } else { calls.append(call) }
        } else if !isSelf {
            unclear.append(callee)
        }
    }

    /// Returns whether a type as a value, such as an argument, makes nothing: no call of an initializer on a value may be of the type
    /// and fits.
    static func isOnlyValue(
        _ type: ExpressionNode,
        of owner: OwnerDecl,
        _ initializers: [CalledInitializer],
        _ index: CodeTree
    ) -> Bool {
        guard type.isMember, type.reference?.name == "self" else { return false }
        return !index.dynamicCalls.contains { call in
            guard initializers.contains(where: call.fits) else { return false }
            let base = call.call?.calledMember?.base
            let made = base?.call?.argument(labelled: "of") ?? base
            let type = made.flatMap(ReceiverType(index: index, file: call.file).type)
            // Without a type, it may be any.
            guard let type else { return true }
            return index.id(type, inFile: call.file.path).map { index.inherits(owner, from: $0) } ?? false
        }
    }

    /// Returns whether a type as a value is only compared, or asked for its name: `Bundle(for: Screen.self)`.
    static func isOnlyNamed(_ type: ExpressionNode) -> Bool {
        let names = ["Bundle", "String", "NSStringFromClass", "ObjectIdentifier", "isKind", "isMember"]
        return type.isCompared || type.passed?.call.calleeName.map(names.contains) == true
    }
}

extension CodeTree {
    /// Returns the last names of a type: its own, and those by which nothing but the type is called. The places of other names, which may
    /// mean something else as well, are unclear.
    func names(of type: String) -> (all: Set<String>, unclear: [String]) {
        var (all, open, unclear): (Set<String>, [String], [String]) = ([], [type], [])
        while let next = open.popLast() {
            guard all.insert(next).inserted else { continue }
            for file in paths(saying: next, "typealias").compactMap(file) {
                for alias in file.aliases where alias.type.plainText.lastName == next {
                    let name = alias.name.withoutBackticks
                    let declared = lastNames.paths(declaring: name).compactMap(self.file).flatMap(\.document.types)
                    // Nothing has more members, or subclasses, under the name.
                    let isPlain =
                        !alias.node.isGeneric && declared.count { $0.name == name } == 1
                        && lastNames.declarations(of: name).isEmpty && !lastNames.isInherited(name)
                    if isPlain {
                        open.append(name)
                    } else if isSaidInCode(name) {
                        unclear.append(file.place(of: alias.node.offset))
                    }
                }
            }
        }
        return (all, unclear)
    }

    /// Returns whether an expression says a name, and not only types do, such as what a protocol requires a name for.
    private func isSaidInCode(_ name: String) -> Bool {
        paths(saying: name).contains { path in
            file(path)?.tokens(name).contains { $0.nameNode != nil } != false
        }
    }

    /// Returns the paths of the files that say one of these words, in order.
    func paths(sayingAny words: Set<String>) -> [String] {
        words.count == 1 ? words.flatMap { paths(saying: $0) } : Set(words.flatMap { paths(saying: $0) }).sorted()
    }

    /// The calls of initializers on types that are values: `type.init()`, `types[0].init()`.
    var dynamicCalls: [Construction] {
        lazyDynamicCalls.value { [self] in
            paths(saying: "init").flatMap { path -> [Construction] in
                let bytes = bytes(path) ?? []
                let places = WordSearch.places(of: ".init(", in: bytes[...]).filter {
                    Self.isValue(before: $0, in: bytes)
                }
                guard !places.isEmpty, let file = file(path) else { return [] }
                let calls = places.compactMap { file.token(at: $0 + 1)?.nameNode?.call?.expression }
                return calls.map { Construction(file: file, node: $0, isTest: isTest(path)) }
            }
        }
    }

    /// Returns whether what ends at an offset is no name of a type, and neither `self` nor `super`.
    private static func isValue(before offset: Int, in bytes: [UInt8]) -> Bool {
        let word = bytes[..<offset].reversed().prefix(while: \.isOfName).reversed()
        guard let first = word.first else {
            return [")", "]", "?", "!"].contains { bytes[..<offset].last == UInt8(ascii: $0) }
        }
        return !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
            && !["self", "super"].contains(String(decoding: word, as: UTF8.self))
    }
}
