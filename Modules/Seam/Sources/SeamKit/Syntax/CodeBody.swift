import SwiftSyntax

/// What code does when it runs, in the order of its text, as far as somebody asks what it reaches.
///
/// Both branches of a condition and all clauses of an `#if` are in it. The body of a closure is a value, and stands where the
/// closure stands.
package struct CodeBody: Sendable {
    package var actions: [Action] = []
    /// The names of the parameters, if it is a closure or a local function.
    package var parameters: [String] = []
    /// The value of a body that is one expression, or what its last `return` returns.
    package var result: Chain?
    /// Its place in bytes of UTF-8.
    package var range: Range<Int>

    package init(actions: [Action] = [], range: Range<Int> = 0..<0) { (self.actions, self.range) = (actions, range) }

    package struct Action: Sendable {
        package var kind: Kind
        /// Its place in bytes of UTF-8.
        package var range: Range<Int>
        /// Whether it may not run: it is in a branch or a loop, or behind a way out.
        package var isConditional = false
        /// What a `guard` found nothing in, if it only runs then: `guard let name = read() else { ... }`.
        package var missing: Chain?
        /// The names of the calls in whose arguments it is. A parameter may be a closure that the compiler makes of its argument.
        package var calls: [String] = []

        package var offset: Int { range.lowerBound }
    }

    package enum Kind: Sendable {
        /// Names and calls: `Store.shared.items.count`. Those in its arguments stand before it.
        case chain(Chain)
        /// A local name gets a value; nil if that is no chain.
        case binding(String, type: TypeStructure?, value: Chain?)
        /// Code that may end the process: `try!`, or an `as!` of more than a chain.
        case trap(String)
        /// Code that this reader can't follow, as it is written: macros, operators of the tree.
        case unknown(String)
    }

    /// A root and what is reached from it.
    package struct Chain: Sendable {
        package var root: Root
        package var steps: [Step] = []
        /// Whether its value is changed or replaced.
        package var isWritten = false

        package init(root: Root, steps: [Step] = [], isWritten: Bool = false) {
            (self.root, self.steps, self.isWritten) = (root, steps, isWritten)
        }

        package indirect enum Root: Sendable {
            case name(String)
            /// A member of a type that the place says: `.shared`; its name is the first step.
            case implied
            case selfValue
            case selfType
            case superValue
            /// A literal, by the type that it has without context.
            case literal(String)
            /// A list, by the first of its elements; nil for an empty one.
            case list(Chain?)
            case cast(TypeStructure)
            case closure(CodeBody)
            case other
        }

        package enum Step: Sendable {
            case member(String)
            case call([Argument])
            case element([Argument])
            /// `!`
            case forced
            /// `?`: what follows may not run.
            case optional
        }
    }

    package struct Argument: Sendable {
        package var label: String?
        package var value: Chain
        /// Whether it is a closure behind the parentheses.
        package var isTrailing = false
        /// Whether it is a text without computed parts, as it is written, or another literal.
        package var isLiteral: Bool { value.isLiteral }
    }
}

extension CodeBody.Chain {
    /// Whether it is a literal and nothing of it is used.
    package var isLiteral: Bool {
        switch root {
        case .literal, .list: steps.isEmpty
        default: false
        }
    }

    /// The chain with `!` behind it: what isn't there, or has another type, ends the process.
    var forced: CodeBody.Chain {
        var chain = self
        chain.steps.append(.forced)
        return chain
    }

    /// The last name: `load` in `Store.shared.load()`.
    package var lastName: String {
        for case .member(let name) in steps.reversed() { return name }
        if case .name(let name) = root { return name }
        return ""
    }

    /// The chain without arguments: `Store.shared.load()`.
    package var text: String {
        var text =
            switch root {
            case .name(let name): name
            case .implied: ""
            case .selfValue: "self"
            case .selfType: "Self"
            case .superValue: "super"
            case .literal(let type): type
            case .list: "[]"
            case .cast(let type): type.text
            case .closure: "{}"
            case .other: "_"
            }
        for step in steps {
            switch step {
            case .member(let name): text += "." + name
            case .call: text += "()"
            case .element: text += "[]"
            case .forced: text += "!"
            case .optional: text += "?"
            }
        }
        return text
    }
}

// MARK: - Code of declarations

extension SwiftDocument {
    /// What the statements of a file do; nil if it can't be read.
    package var body: CodeBody? { tree.map { CodeReader.read($0.statements) } }
}

extension Declaration {
    /// What a function, an initializer or a deinitializer does; nil without a body.
    package var body: CodeBody? {
        switch node.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): node.body.map { CodeReader.read($0.statements) }
        case .initializerDecl(let node): node.body.map { CodeReader.read($0.statements) }
        case .deinitializerDecl(let node): node.body.map { CodeReader.read($0.statements) }
        default: nil
        }
    }

    /// Returns what making a property's wrapper does, if an attribute of this name is one.
    ///
    /// - Parameter isMadeAlone: whether the wrapper needs no value. Another one is made when the property is set.
    package func wrapperBody(of name: String, isMadeAlone: Bool) -> CodeBody? {
        for case .attribute(let attribute) in node.attributeList
        where attribute.attributeName.trimmedDescription == name {
            let isWithValue = bindings.contains { $0.valueNode != nil }
            return CodeReader.read(attribute, isWithValue: isWithValue || !isMadeAlone && attribute.arguments == nil)
        }
        return nil
    }

    /// Returns what an accessor of the first property or of a subscript does; nil if it has none of this name.
    ///
    /// - Parameter name: `get`, `set`, `willSet`.
    package func body(of name: String) -> CodeBody? {
        let block =
            node.as(VariableDeclSyntax.self)?.bindings.first?.accessorBlock
            ?? node.as(SubscriptDeclSyntax.self)?.accessorBlock
        switch block?.accessors {
        case nil: return nil
        case .getter(let body): return name == "get" ? CodeReader.read(body) : nil
        case .accessors(let list):
            let body = list.first { $0.accessorSpecifier.text == name }?.body
            return body.map { CodeReader.read($0.statements) }
        }
    }
}

extension CodeBody.Chain {
    /// The type that has the values of swift-dependencies.
    private static let dependencies = TypeStructure(named: "DependencyValues")

    /// Reads `@Dependency(\.account)` as `DependencyValues().account`.
    init?(dependency attribute: AttributeSyntax) {
        guard attribute.attributeName.code == "Dependency",
            case .argumentList(let arguments)? = attribute.arguments, arguments.count == 1,
            let path = arguments.first?.expression.as(KeyPathExprSyntax.self), path.root == nil
        else { return nil }
        let names = path.components.compactMap {
            $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
        }
        guard names.count == path.components.count else { return nil }
        self.init(root: .cast(Self.dependencies), steps: names.map { .member($0) })
    }

    /// The key of swift-dependencies whose value it is; nil for other values.
    package var dependency: String? {
        guard case .cast(Self.dependencies) = root, steps.count == 1, case .member(let name) = steps[0] else {
            return nil
        }
        return name
    }
}

extension CodeBody {
    /// The key of swift-dependencies whose value is all that it reads, and what it returns; nil for others.
    package var returnedDependency: String? {
        guard case .name(let local)? = result?.root, result?.steps.isEmpty == true else { return nil }
        var key: String?
        for action in actions {
            switch action.kind {
            case .binding(local, type: _, value: let value): key = value?.dependency
            case .chain(let chain):
                if case .name(local) = chain.root { continue }
                if chain.dependency == nil { return nil }
            default: return nil
            }
        }
        return key
    }
}

extension Declaration.Binding {
    /// What the initial value does; nil without one.
    package var valueBody: CodeBody? { valueNode.map(CodeReader.read(value:)) }
}

extension Declaration.Parameter {
    /// What the default value does; nil without one.
    package var defaultBody: CodeBody? { defaultNode.map(CodeReader.read(value:)) }
}
