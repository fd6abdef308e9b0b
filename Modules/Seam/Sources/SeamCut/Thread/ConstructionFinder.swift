import SeamKit
import SwiftSyntax

/// Finds the calls in a file that make instances of a type, and what else may make some.
struct ConstructionFinder {
    private(set) var calls: [FunctionCallExprSyntax] = []
    /// Mentions that may make an instance in a way that can't be edited.
    private(set) var unclear: [Syntax] = []
    /// Everything that may make an instance.
    var all: [Syntax] { calls.map { Syntax($0) } + unclear }

    /// Looks for the type with one of these last names, which has these initializers.
    init(_ names: Set<String>, _ initializers: [CalledInitializer], in file: ParsedFile, index: TypeIndex) {
        let tokens = names.union(["Self", "init"]).flatMap { file.tokens($0) }.sorted { $0.position < $1.position }
        for token in tokens {
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
            read(reference, names, initializers, ReceiverType(index: index, file: file))
        }
    }

    private mutating func read(
        _ node: DeclReferenceExprSyntax,
        _ names: Set<String>,
        _ initializers: [CalledInitializer],
        _ receiver: ReceiverType
    ) {
        let member = node.parent?.as(MemberAccessExprSyntax.self)
        let isMember = member?.declName.id == node.id
        let name = node.baseName.text.withoutBackticks
        switch name {
        case "Self": note(ExprSyntax(node), isSelf: true)
        case _ where names.contains(name):
            note(isMember ? member.map { ExprSyntax($0) } ?? ExprSyntax(node) : ExprSyntax(node), isSelf: false)
        default:
            guard let member, isMember, name == "init",
                let call = member.parent?.as(FunctionCallExprSyntax.self)
            else { return }
            let construction = Construction(file: receiver.file, node: ExprSyntax(call), isTest: false)
            let mayMean = initializers.contains(where: construction.fits)
            if let base = member.base {
                // `type(of: row).init()`
                guard let value = base.as(FunctionCallExprSyntax.self),
                    value.calledExpression.trimmedDescription == "type",
                    let made = value.arguments.first, made.label?.text == "of"
                else { return }
                let type = receiver.type(of: made.expression)
                if type == nil && mayMean || type.map({ names.contains($0.lastName) }) == true {
                    unclear.append(Syntax(call))
                }
                return
            }
            let written = WrittenType(index: receiver.index).type(of: ExprSyntax(call))
            let type = written == "Self" ? receiver.scope(of: Syntax(call))?.lastName : written
            if let type, names.contains(type) { return calls.append(call) }
            // What isn't declared may be a generic parameter.
            if let type, receiver.typeName(type, at: Syntax(call)) != nil { return }
            if mayMean { unclear.append(Syntax(member)) }
        }
    }

    private mutating func note(_ expression: ExprSyntax, isSelf: Bool) {
        guard var parent = expression.parent else { return }
        var callee = expression
        if let generic = parent.as(GenericSpecializationExprSyntax.self), let around = generic.parent {
            (callee, parent) = (ExprSyntax(generic), around)
        }
        if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == callee.id {
            // A static member, or the type itself as a value.
            guard member.declName.baseName.text == "init" else {
                if member.declName.baseName.text == "self", !isSelf, !Self.isOnlyNamed(member) {
                    unclear.append(Syntax(member))
                }
                return
            }
            callee = ExprSyntax(member)
        }
        // A static subscript makes nothing either.
        if Self.isCollection(callee) || callee.parent?.is(SubscriptCallExprSyntax.self) == true { return }
        if let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id {
            if isSelf { unclear.append(Syntax(call)) } else { calls.append(call) }
        } else if !isSelf {
            unclear.append(Syntax(callee))
        }
    }

    /// Returns whether a type as a value, such as an argument, makes nothing: no call of an initializer on a value may be of the type
    /// and fits.
    static func isOnlyValue(
        _ type: Syntax,
        of owner: OwnerDecl,
        _ initializers: [CalledInitializer],
        _ index: TypeIndex
    ) -> Bool {
        guard type.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self" else { return false }
        let names = Set([owner.name] + index.superclasses(of: owner).map(\.name))
        return !index.dynamicCalls.contains { call in
            guard initializers.contains(where: call.fits) else { return false }
            let base = call.node.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?.base
            let made =
                base?.as(FunctionCallExprSyntax.self)?.arguments.first { $0.label?.text == "of" }?.expression ?? base
            let type = made.flatMap(ReceiverType(index: index, file: call.file).type)
            return type.map { names.contains($0) || index.conforms(owner.name, to: [$0]) } ?? true
        }
    }

    /// Returns whether a type as a value is only compared, or asked for its name: `Bundle(for: Screen.self)`.
    static func isOnlyNamed(_ type: MemberAccessExprSyntax) -> Bool {
        if let list = type.parent?.as(ExprListSyntax.self) {
            return list.contains { ["==", "!=", "===", "!=="].contains($0.trimmedDescription) }
        }
        guard let call = type.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) else { return false }
        let name = call.calleeName
        return name.map(["Bundle", "String", "NSStringFromClass", "ObjectIdentifier", "isKind", "isMember"].contains)
            == true
    }

    /// Returns whether a name is part of a collection's type, which makes no element: `[Screen]()`, `[String: Screen]()`.
    private static func isCollection(_ name: ExprSyntax) -> Bool {
        let around = sequence(first: Syntax(name), next: \.parent).dropFirst().first {
            $0.is(ArrayExprSyntax.self) || $0.is(DictionaryExprSyntax.self) || $0.is(FunctionCallExprSyntax.self)
        }
        guard let around, !around.is(FunctionCallExprSyntax.self) else { return false }
        return around.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(around)?.id
    }
}

extension TypeIndex {
    /// Returns the last names of a type: its own, and those by which nothing but the type is called. The places of other names, which may
    /// mean something else as well, are unclear.
    func names(of type: String) -> (all: Set<String>, unclear: [String]) {
        var (all, open, unclear): (Set<String>, [String], [String]) = ([], [type], [])
        while let next = open.popLast() {
            guard all.insert(next).inserted else { continue }
            for file in paths(saying: next, "typealias").compactMap(file) {
                for alias in file.tokens("typealias").compactMap({ $0.parent?.as(TypeAliasDeclSyntax.self) })
                where alias.initializer.value.plainText.lastName == next {
                    let name = alias.name.text.withoutBackticks
                    let declared = paths(declaring: name).compactMap(self.file).flatMap(\.document.types)
                    // Nothing has more members, or subclasses, under the name.
                    let isPlain =
                        alias.genericParameterClause == nil && declared.count { $0.name == name } == 1
                        && declarations(of: name).isEmpty && !isInherited(name)
                    let line = file.line(of: alias.positionAfterSkippingLeadingTrivia.utf8Offset)
                    if isPlain { open.append(name) } else { unclear.append("\(file.path):\(line)") }
                }
            }
        }
        return (all, unclear)
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
                return places.compactMap { place in
                    let token = file.tree.token(at: AbsolutePosition(utf8Offset: place))
                    let call = token?.parent?.parent?.as(FunctionCallExprSyntax.self)
                    return call.map { Construction(file: file, node: ExprSyntax($0), isTest: isTest(path)) }
                }
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
