/// A fake that is ready to be written.
struct MockedProtocol: Sendable {
    enum Kind: Sendable {
        case finalClass
        /// A class that lacks something, and doesn't say that it conforms.
        case openClass
        case actor
        /// An actor that lacks something, and doesn't say that it conforms.
        case openActor

        var isActor: Bool { [.actor, .openActor].contains(self) }
        var isWhole: Bool { [.actor, .finalClass].contains(self) }
    }

    var kind: Kind
    /// The class that the fake inherits from.
    var superclass: String?
    /// The name of the protocol in code, with the types around it.
    var protocolName: String
    /// The types around the protocol; the fake is declared there too.
    var outer: String?
    /// The name of the fake.
    var name: String
    var path: String
    var line: Int
    var access: String
    var attributes: [String]
    var conditions: [String]
    var imports: [String]
    /// The attribute of the global actor that the fake is isolated to, or `nonisolated`; nil for neither.
    var isolation: String?
    /// Whether any thread may use the fake.
    var isShared: Bool
    var genericParameters: [String]
    var genericRequirements: [String]
    var aliases: [(name: String, type: String)]
    var members: [MockedMember]
    /// Whether it is generic, and so can't store its static recorders.
    var hasGenericStatics: Bool { !genericParameters.isEmpty && members.contains(where: \.isStatic) }
    /// What the names of the recorders' types begin with.
    var prefix: String
    /// Whether the main actor is the default, so that conformances belong to it unless they say otherwise.
    var isMainActorDefault: Bool
    /// Declarations for conformances to protocols of the standard library.
    var standardConformances: Set<String>
}

/// One requirement of a protocol.
struct MockedMember: Sendable {
    var conditions: [String]
    var isStatic: Bool
    var recorders: [Recorder]
    var shape: Shape
    var signature: Signature

    enum Shape: Sendable {
        case method
        /// A property or subscript: its accessors are the recorders, `get` first.
        case accessors
        /// A property whose value the fake stores.
        case value
        case initializer
    }

    /// The declaration in its written form.
    struct Signature: Sendable {
        /// The text before the declaration: `@MainActor`, `nonisolated`, `@discardableResult`.
        var attributes: String?
        /// `func orders`, `var count`, `subscript`.
        var head: String
        var generics: String = ""
        /// `of user: String`; nil for a property.
        var parameters: [String]?
        /// `async throws(E)`.
        var effects: String = ""
        /// The result or the property's type; nil for `Void`.
        var result: String?
        var whereClause: String = ""
        var isSettable = false
        /// Whether a result builder of the protocol would take its body for its own.
        var isBuilt = false
        /// Whether the result is erased for the handler.
        var isErased = false
        /// `orders(of:limit:)`, for documentation.
        var title: String

        /// `orders`
        var baseName: String { title.prefix { $0 != "(" }.description }
    }
}

/// The object that records the calls of a method or accessor.
struct Recorder: Sendable {
    /// `orders` in `ordersCalls`.
    var stem: String
    /// The name of its handler's type: `OrdersHandler`.
    var handlerName: String
    /// The name that stays when overloads are added; nil if the stem is that.
    var fullName: String?
    var parameters: [MockedParameter]
    /// Attributes of the handler's type: `@Sendable `, `@MainActor `, or both.
    var handlerAttributes: String
    var effects: String
    /// What stands before the type of a value in the initialiser: `@escaping `.
    var valueAttributes = ""
    /// The return type of the handler; nil for `Void`. For a value, its type.
    var result: String?
    /// The result of an unset handler: an empty text for `Void`, nil if there is no obvious one.
    var emptyValue: String?
    /// Whether a use ends the program until a test has set the handler or value.
    var isUnset = false
    var isShared: Bool
    /// Whether the stored recorder can be accessed from any isolation although the fake is isolated.
    var isNonisolated: Bool

    var isAsync: Bool { effects.hasPrefix("async") }
    var isThrowing: Bool { effects.contains("throws") }
    var throwsAnything: Bool { isThrowing && !effects.contains("throws(") }
    /// Whether the fake's initializer asks for it.
    var isAsked: Bool { emptyValue == nil && !isUnset }
}

/// A parameter of a requirement.
struct MockedParameter: Sendable {
    /// Its name inside the requirement.
    var name: String
    /// The type that the handler takes.
    var handed: String
    /// The type that is recorded; nil if values of it can't be stored.
    var recorded: String?
    var isInout = false
    /// How a closure is called with values of erased types; nil if the argument is passed as it is.
    var erasure: Erasure?
    /// Whether the values of the type can be passed between tasks.
    var isSendable = true

    struct Erasure: Sendable {
        /// `try await `
        var effects: String
        /// Whether each parameter of the closure has another type for the handler.
        var isErased: [Bool]
    }
}

extension Recorder {
    func property(for shape: MockedMember.Shape) -> String { stem + (shape == .value ? "Value" : "Calls") }

    /// The names of all properties for it.
    func properties(for shape: MockedMember.Shape) -> [String] {
        [property(for: shape)] + (fullName.map { [$0 + "Calls"] } ?? [])
    }

    func typeName(for shape: MockedMember.Shape) -> String {
        (isShared ? "Shared" : "") + (shape == .value ? "ValueRecorder" : "CallRecorder")
    }

    /// The parameters whose values are recorded.
    var recorded: [(name: String, type: String)] {
        parameters.compactMap { parameter in parameter.recorded.map { (parameter.name, $0) } }
    }

    /// The type of the value that is recorded for a call.
    var input: String {
        let recorded = recorded
        if recorded.isEmpty { return "Void" }
        if recorded.count == 1 { return recorded[0].type }
        return "(\(recorded.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))"
    }

    /// The text of a closure that returns the empty value.
    ///
    /// - Parameter statement: what it does instead; nil for nothing.
    func emptyHandler(_ statement: String?) -> String {
        let value = statement ?? emptyValue ?? ""
        let result = value.isEmpty ? "" : " \(value) "
        if parameters.isEmpty { return "{\(result)}" }
        let names = parameters.map { _ in "_" }.joined(separator: ", ")
        return "{ \(names) in\(result.isEmpty ? " " : result)}"
    }
}
