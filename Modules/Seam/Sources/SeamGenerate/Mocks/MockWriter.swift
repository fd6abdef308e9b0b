import SeamKit

/// Writes a fake as code.
struct MockWriter {
    let mock: MockedProtocol
    /// The access modifier with a space, or nothing.
    private let access: String

    init(mock: MockedProtocol) {
        self.mock = mock
        access = mock.access == "internal" ? "" : mock.access + " "
    }

    /// Returns the declaration with the `#if`s and types around it.
    func declaration(in format: CodeFormat) -> CodeWriter {
        var code = CodeWriter(format: format)
        code.conditional(mock.conditions) { code in
            guard let outer = mock.outer else { return type(into: &code) }
            code.block("extension \(outer)") { code in type(into: &code) }
        }
        return code
    }

    private func type(into code: inout CodeWriter) {
        code.documentation("A fake of `\(mock.protocolName)` that records its calls.")
        for attribute in mock.attributes { code.line(attribute) }
        if !mock.kind.isWhole {
            code.documentation("It lacks what can't be faked, and what adds that says that it conforms.")
        }
        var head =
            switch mock.kind {
            case .finalClass: "\(access)final class \(mock.name)"
            case .openClass:
                (mock.access == "public" ? "open" : access.isEmpty ? "" : mock.access).spaced + "class \(mock.name)"
            case .actor, .openActor: "\(access)actor \(mock.name)"
            }
        if let isolation = mock.isolation {
            if isolation.hasPrefix("@") { code.line(isolation) } else { head = "\(isolation) \(head)" }
        }
        if !mock.genericParameters.isEmpty { head += "<\(mock.genericParameters.joined(separator: ", "))>" }
        let own = mock.kind.isWhole ? [mock.protocolName] + freeConformances : openConformances
        let parents = (mock.superclass.map { [$0] } ?? []) + own
        if !parents.isEmpty { head += ": \(parents.joined(separator: ", "))" }
        if !mock.genericRequirements.isEmpty { head += " where \(mock.genericRequirements.joined(separator: ", "))" }
        code.block(head) { code in
            for alias in mock.aliases {
                code.gap()
                code.documentation("The `\(alias.name)` of the protocol.")
                code.line("\(access)typealias \(alias.name) = \(alias.type)")
            }
            for member in mock.members {
                code.conditional(member.conditions, gap: true) { code in
                    for recorder in member.recorders {
                        RecorderWriter(
                            recorder: recorder,
                            member: member,
                            access: access,
                            prefix: mock.prefix,
                            owner: mock.name,
                            isComputed: member.isStatic && mock.hasGenericStatics
                        ).write(to: &code)
                    }
                }
            }
            initializer(into: &code)
            reset(into: &code)
            for member in mock.members {
                code.conditional(member.conditions, gap: true) { code in
                    MemberWriter(member: member, mock: mock, access: access).write(to: &code)
                }
            }
            conformances(into: &code)
        }
    }

    private var standardConformance: String? {
        ["Hashable", "Equatable"].first(where: mock.standardConformances.contains)
    }

    /// The conformances of a protocol that would belong to the main actor.
    private var freeConformances: [String] {
        guard mock.isMainActorDefault, !mock.kind.isActor, let standard = standardConformance else { return [] }
        return ["nonisolated \(standard)"]
    }

    /// What a fake that lacks something conforms to by itself.
    private var openConformances: [String] {
        let standard = freeConformances.first ?? standardConformance
        // All that it stores is constant and can be shared.
        return [standard, mock.kind == .openClass && mock.isShared ? "@unchecked Sendable" : nil].compactMap(\.self)
    }

    private func initializer(into code: inout CodeWriter) {
        let recorders = mock.members.flatMap { member in
            member.recorders.filter(\.isAsked).map { (member.shape, $0) }
        }
        guard !recorders.isEmpty else {
            // A requirement may be this initializer, perhaps not everywhere.
            let others = mock.members.filter { $0.shape == .initializer && $0.signature.parameters?.isEmpty == true }
            if others.contains(where: \.conditions.isEmpty) { return }
            let conditions = others.map { "!(\($0.conditions.joinedConditions))" }
            return code.conditional(conditions, gap: true) { code in
                code.gap()
                code.documentation("Creates a fake whose methods do nothing.")
                code.line("\(mock.superclass == nil ? "" : "override ")\(access)init() {}")
            }
        }
        code.gap()
        code.documentation("Creates a fake with what it can't invent.")
        let parameters = recorders.map { shape, recorder in
            shape == .value
                ? "\(recorder.stem): \(recorder.valueAttributes)\(recorder.result ?? "Void")"
                : "\(recorder.stem): @escaping \(recorder.handlerName)"
        }
        code.block("\(access)init(\(parameters.joined(separator: ", ")))") { code in
            for (shape, recorder) in recorders {
                let name = recorder.property(for: shape)
                code.line("\(name) = \(mock.prefix)\(recorder.typeName(for: shape))(\(recorder.stem.escaped))")
            }
        }
    }

    /// Writes what makes static recorders as they were, which all tests of a process share.
    private func reset(into code: inout CodeWriter) {
        let members = mock.members.filter(\.isStatic)
        guard !members.isEmpty else { return }
        let recorders = members.flatMap { member in member.recorders.flatMap { $0.properties(for: member.shape) } }
        let taken = mock.members.map(\.signature.baseName) + recorders
        let name = ["resetStatics", "resetStaticCalls"].first { !taken.contains($0) } ?? "resetStaticRecorders"
        code.gap()
        code.documentation("Forgets all calls of static requirements, and what was set for them.")
        code.block("\(access)static func \(name)()") { code in
            for member in members {
                code.conditional(member.conditions) { code in
                    for recorder in member.recorders { code.line("\(recorder.property(for: member.shape)).reset()") }
                }
            }
        }
    }

    private func conformances(into code: inout CodeWriter) {
        let isHashable = mock.standardConformances.contains("Hashable")
        let isIsolated = mock.kind.isActor || mock.isolation?.hasPrefix("@") == true
        let prefix = isIsolated ? "nonisolated \(access)" : access
        let names = Set(mock.members.map(\.signature.baseName))
        if mock.standardConformances.contains("CustomReflectable"), !names.contains("customMirror") {
            code.gap()
            code.documentation("A mirror without children.")
            code.line("\(prefix)var customMirror: Mirror { Mirror(self, children: [:]) }")
        }
        if mock.standardConformances.contains("TextOutputStreamable") {
            code.gap()
            code.documentation("Writes the name of the fake.")
            code.block("\(prefix)func write<Target: TextOutputStream>(to target: inout Target)") { code in
                code.line("target.write(\(mock.name.quoted))")
            }
        }
        guard isHashable || mock.standardConformances.contains("Equatable") else { return }
        code.gap()
        code.documentation("Returns whether both are the same object.")
        code.block("\(prefix)static func == (first: \(mock.name), second: \(mock.name)) -> Bool") { code in
            code.line("first === second")
        }
        guard isHashable else { return }
        code.gap()
        code.documentation("Hashes the identity of the object.")
        code.block("\(prefix)func hash(into hasher: inout Hasher)") { code in
            code.line("hasher.combine(ObjectIdentifier(self))")
        }
    }
}

extension CodeWriter {
    /// Adds lines within `#if`, after an empty line.
    fileprivate mutating func conditional(
        _ conditions: [String],
        gap: Bool,
        body: (inout CodeWriter) -> Void
    ) {
        if !conditions.isEmpty { self.gap() }
        conditional(conditions, body: body)
    }
}

/// Writes the recorder of one requirement.
private struct RecorderWriter {
    let recorder: Recorder
    let member: MockedMember
    let access: String
    let prefix: String
    /// The name of the fake.
    let owner: String
    /// Whether the fake can't store it.
    let isComputed: Bool

    /// `MockShop.payCalls`
    private var place: String { "\(owner).\(recorder.property(for: member.shape))" }

    /// The text of the handler before a test has set one.
    private var emptyHandler: String {
        guard recorder.isUnset else { return recorder.emptyHandler(nil) }
        let unset = "\(prefix)UnsetHandler"
        return recorder.emptyHandler(
            recorder.throwsAnything ? "throw \(unset)(\(place.quoted))" : "\(unset).stop(\(place.quoted))"
        )
    }

    func write(to code: inout CodeWriter) {
        let title = member.signature.title
        let isolation = (recorder.isNonisolated ? "nonisolated " : "") + (member.isStatic ? "static " : "")
        code.gap()
        if member.shape == .value {
            code.documentation("The value of `\(title)`, with what was written to it.")
            let type = recorder.result ?? "Void"
            let value = recorder.emptyValue ?? (recorder.isUnset ? "unset: \(place.quoted)" : nil)
            let kind = "\(prefix)\(recorder.typeName(for: .value))<\(type)>"
            return property(isolation: isolation, type: kind, value: value.map { "\(kind)(\($0))" }, into: &code)
        }
        let isSetter = recorder.stem.contains("Set") && member.shape == .accessors && recorder.result == nil
        code.documentation(isSetter ? "What setting `\(title)` does." : "What `\(title)` does.")
        let effects = recorder.effects.isEmpty ? "" : recorder.effects + " "
        let parameters = recorder.parameters.map(\.handed).joined(separator: ", ")
        let handler = "\(recorder.handlerAttributes)(\(parameters)) \(effects)-> \(recorder.result ?? "Void")"
        code.line("\(access)typealias \(recorder.handlerName) = \(handler)")
        code.gap()
        code.documentation("The calls of `\(title)`.")
        let type = "\(prefix)\(recorder.typeName(for: .method))<\(recorder.input), \(recorder.handlerName)>"
        property(
            isolation: isolation,
            type: type,
            value: recorder.isAsked ? nil : "\(type) \(emptyHandler)",
            into: &code
        )
        guard let name = recorder.fullName else { return }
        code.gap()
        code.documentation("The same calls, by the name that stays when `\(member.signature.baseName)` is overloaded.")
        code.line("\(access)\(isolation)var \(name)Calls: \(type) { \(recorder.stem)Calls }")
    }
}

extension RecorderWriter {
    /// Writes the property with the recorder.
    ///
    /// - Parameter value: what creates the recorder; nil if the initializer does.
    private func property(isolation: String, type: String, value: String?, into code: inout CodeWriter) {
        let name = recorder.property(for: member.shape)
        let head = "\(access)\(isolation)\(isComputed ? "var" : "let") \(name)"
        guard let value else { return code.line("\(head): \(type)") }
        guard isComputed else { return code.line("\(head) = \(value)") }
        code.block("\(head): \(type)") { code in
            code.block("\(prefix)StaticRecorders.recorder(of: self, \(name.quoted))") { $0.line(value) }
        }
    }
}

/// Writes a requirement.
private struct MemberWriter {
    let member: MockedMember
    let mock: MockedProtocol
    let access: String
    private var prefix: String { mock.prefix }

    func write(to code: inout CodeWriter) {
        code.gap()
        switch member.shape {
        case .value:
            code.documentation("The value of `\(member.recorders[0].stem)Value`.")
            value(into: &code)
        case .accessors:
            code.documentation("Records each access and calls the handler for it.")
            code.block(declaration) { code in accessors(into: &code) }
        case .method:
            code.documentation("Records the call and passes it to the handler.")
            code.block(declaration) { code in body(of: member.recorders[0], into: &code) }
        case .initializer:
            code.documentation("Creates a fake, and records the call.")
            code.block(declaration) { code in member.recorders.forEach { body(of: $0, into: &code) } }
        }
    }

    private var modifiers: String {
        let own = member.signature.attributes.map { "\($0) \(access)" } ?? access
        if member.shape == .initializer {
            let isInherited = mock.superclass != nil && member.signature.parameters?.isEmpty == true
            return own + (mock.kind == .openClass ? "required " : "") + (isInherited ? "override " : "")
        }
        return own + (member.isStatic ? "static " : "")
    }

    /// The declaration up to its opening brace.
    private var declaration: String {
        let signature = member.signature
        let head = "\(modifiers)\(signature.head)\(signature.generics)"
        guard let parameters = signature.parameters else { return "\(head): \(signature.result ?? "Void")" }
        let isCalled = member.shape != .accessors
        let effects = isCalled && !signature.effects.isEmpty ? " \(signature.effects)" : ""
        let result = signature.result.map { " -> \($0)" } ?? (isCalled ? "" : " -> Void")
        return "\(head)(\(parameters.joined(separator: ", ")))\(effects)\(result)\(signature.whereClause)"
    }

    /// What stands before an expression that is a whole body.
    private var returned: String { member.signature.isBuilt ? "return " : "" }

    private func value(into code: inout CodeWriter) {
        let signature = member.signature
        let name = member.recorders[0].stem + "Value"
        code.block("\(modifiers)\(signature.head): \(signature.result ?? "Void")") { code in
            if signature.isSettable {
                code.line("get { \(returned)\(name).read() }")
                code.line("set { \(name).write(newValue) }")
            } else {
                code.line("\(returned)\(name).read()")
            }
        }
    }

    private func accessors(into code: inout CodeWriter) {
        let effects = member.signature.effects
        code.block(effects.isEmpty ? "get" : "get \(effects)") { code in body(of: member.recorders[0], into: &code) }
        if member.recorders.count > 1 {
            code.block("set") { code in body(of: member.recorders[1], into: &code) }
        }
    }

    /// Writes the record of a call and the call of the handler.
    private func body(of recorder: Recorder, into code: inout CodeWriter) {
        let names = Set(recorder.parameters.map(\.name))
        let handler = ["handler", "recordedHandler", "handlerOfCall"].first { !names.contains($0) } ?? "handler_"
        // The initializer of a fake records for all fakes.
        let calls = (member.shape == .initializer ? "Self." : "") + recorder.stem + "Calls"
        for parameter in recorder.parameters {
            guard let erasure = parameter.erasure, let type = parameter.recorded else { continue }
            code.line(
                "let \(parameter.passedName(avoiding: names)): \(type) = \(closure(for: parameter, erasure: erasure))"
            )
        }
        let effects = [recorder.isThrowing ? "try" : nil, recorder.isAsync ? "await" : nil].compactMap { $0 }
            .map { $0 + " " }.joined()
        let recorded = recorder.parameters.compactMap { parameter in
            parameter.recorded.map { _ in (parameter.name.label, parameter.passedName(avoiding: names)) }
        }
        let input =
            recorded.count < 2
            ? recorded.first?.1 ?? "()" : "(\(recorded.map { "\($0): \($1)" }.joined(separator: ", ")))"
        let call = "(\(recorder.parameters.map { argument(for: $0, names: names) }.joined(separator: ", ")))"
        let isPlain = !(member.signature.isErased && recorder.result != nil) && member.shape != .initializer
        let direct = "\(recorder.result == nil ? "" : returned)\(effects)\(calls).record(\(input))\(call)"
        if isPlain, !recorder.isAsync, code.fits(direct) { return code.line(direct) }
        code.line("let \(handler) = \(calls).record(\(input))")
        if recorder.isAsync { code.line("await \(calls).gate.pass()") }
        let result = "\(effects)\(handler)\(call)"
        if isPlain { return code.line((recorder.result == nil ? "" : "return ") + result) }
        if member.shape == .initializer {
            return code.line(recorder.result == nil ? result : "guard \(result) else { return nil }")
        }
        code.line("let result = \(result)")
        let method = "of: \(member.signature.title.quoted)"
        code.line(
            recorder.throwsAnything
                ? "return try \(prefix)UnexpectedResult.checked(result, \(method))"
                : "return \(prefix)UnexpectedResult.trusted(result, \(method))"
        )
    }

    /// The argument of the handler for a parameter.
    private func argument(for parameter: MockedParameter, names: Set<String>) -> String {
        if let erasure = parameter.erasure, parameter.recorded == nil {
            return closure(for: parameter, erasure: erasure)
        }
        return (parameter.isInout ? "&" : "") + parameter.passedName(avoiding: names)
    }

    private func closure(for parameter: MockedParameter, erasure: MockedParameter.Erasure) -> String {
        let arguments = erasure.isErased.enumerated().map { index, isErased in
            let method = member.signature.title.quoted
            return isErased ? "\(prefix)UnexpectedResult.trusted($\(index), of: \(method))" : "$\(index)"
        }
        return "{ \(erasure.effects)\(parameter.name.escaped)(\(arguments.joined(separator: ", "))) }"
    }
}

extension MockedParameter {
    /// Returns the name of the value that is recorded and handed on, beside parameters of some names.
    fileprivate func passedName(avoiding names: Set<String>) -> String {
        guard erasure != nil, recorded != nil else { return name.escaped }
        let erased = "erased" + name.withoutBackticks.upperCamel
        return names.contains(erased) ? erased + "Closure" : erased
    }
}

extension String {
    /// The name as the label of an argument.
    fileprivate var label: String {
        let isWord = allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        return isWord && !["`inout`", "`let`", "`var`"].contains(self) ? withoutBackticks : self
    }

    /// The word with a space; nothing for none.
    fileprivate var spaced: String { isEmpty ? "" : self + " " }
}
