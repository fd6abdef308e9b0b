import SwiftSyntax

/// The default isolation of declarations.
package enum DefaultIsolation: Sendable {
    case nonisolated
    case mainActor
    case unknown

    /// Reads the settings of a target in a manifest. `swift package dump-package` would run the manifest, and need a toolchain.
    package init(manifest: [UInt8], target: String) {
        guard !WordSearch.places(of: "defaultIsolation", in: manifest[...]).isEmpty else {
            self = .nonisolated
            return
        }
        guard let tree = manifest.withUnsafeBufferPointer({ SourceParser.tree(of: $0) }) else {
            self = .unknown
            return
        }
        self = TargetSettings(of: target, in: tree).isolation
    }

    package init(project: [UInt8]) {
        let isSaid = [" = ", ": "].contains { sign in
            !WordSearch.places(of: "SWIFT_DEFAULT_ACTOR_ISOLATION\(sign)MainActor", in: project[...]).isEmpty
        }
        self = isSaid ? .unknown : .nonisolated
    }
}

/// The `swiftSettings` of a target, with the constants that they name.
private struct TargetSettings {
    /// The settings of each call that declares the target; nil for one without settings.
    private var settings: [ExprSyntax?] = []
    private var constants: [String: [ExprSyntax]] = [:]
    /// Whether a target gets settings elsewhere: `target.swiftSettings = ...`.
    private var isSetElsewhere: Bool

    init(of target: String, in tree: SourceFileSyntax) {
        isSetElsewhere = tree.nodes(MemberAccessExprSyntax.self).contains {
            $0.declName.baseName.text == "swiftSettings"
        }
        for variable in tree.nodes(VariableDeclSyntax.self) where variable.bindingSpecifier.text == "let" {
            for binding in variable.bindings {
                guard let value = binding.initializer?.value else { continue }
                constants[binding.pattern.code, default: []].append(value)
            }
        }
        for call in tree.nodes(FunctionCallExprSyntax.self) { read(call, target: target) }
    }

    /// What the settings say.
    var isolation: DefaultIsolation {
        guard settings.count == 1, !isSetElsewhere else { return .unknown }
        return settings[0].map(isolation) ?? .nonisolated
    }

    private func isolation(in settings: ExprSyntax) -> DefaultIsolation {
        if let array = settings.as(ArrayExprSyntax.self) {
            return Self.joined(array.elements.map { Self.setting($0.expression) })
        }
        if let name = settings.as(DeclReferenceExprSyntax.self)?.baseName.text {
            let values = constants[name] ?? []
            // A constant that names itself isn't valid, but would never end.
            guard values.count == 1, !values[0].code.contains(name) else { return .unknown }
            return isolation(in: values[0])
        }
        guard let sum = settings.as(SequenceExprSyntax.self)?.elements else { return .unknown }
        return Self.joined(
            sum.compactMap { part in
                if let sign = part.as(BinaryOperatorExprSyntax.self) {
                    return sign.operator.text == "+" ? nil : .unknown
                }
                return isolation(in: part)
            }
        )
    }

    private static func setting(_ setting: ExprSyntax) -> DefaultIsolation {
        guard let call = setting.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        else { return .unknown }
        guard name == "defaultIsolation" else { return name == "unsafeFlags" ? .unknown : .nonisolated }
        // A second argument is a condition.
        guard call.arguments.count == 1, let value = call.arguments.first?.expression.code else {
            return .unknown
        }
        return value == "MainActor.self" ? .mainActor : value == "nil" ? .nonisolated : .unknown
    }

    private static func joined(_ parts: [DefaultIsolation]) -> DefaultIsolation {
        parts.contains(.unknown) ? .unknown : parts.contains(.mainActor) ? .mainActor : .nonisolated
    }

    private mutating func read(_ node: FunctionCallExprSyntax, target: String) {
        guard let called = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text else { return }
        func argument(labelled label: String) -> ExprSyntax? {
            node.arguments.first { $0.label?.text == label }?.expression
        }
        // Dependencies on targets have names too.
        let isTarget = called.hasSuffix("Target") || called == "target" || called == "macro"
        guard isTarget, argument(labelled: "condition") == nil, let name = argument(labelled: "name") else { return }
        guard let text = CodeValue(name).string(with: [:]) else {
            isSetElsewhere = true
            return
        }
        let isInDependencies = sequence(first: Syntax(node), next: \.parent).contains {
            $0.as(LabeledExprSyntax.self)?.label?.text == "dependencies"
        }
        let module = String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        if !isInDependencies, text == target || module == target {
            settings.append(argument(labelled: "swiftSettings"))
        }
    }
}
