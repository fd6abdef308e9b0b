import SwiftSyntax

/// The targets of a `Package.swift`, read from its syntax, without running the manifest.
///
/// The reader understands literals and top-level string constants, but not computed values.
struct PackageManifest: Equatable {
    struct Target: Equatable {
        var name: String
        var kind: Kind
        /// The path relative to the manifest's folder; nil for the default folder.
        var path: String?
        var exclude: [String] = []
        var sources: [String] = []
        var dependencies: [String] = []

        enum Kind: String {
            case target
            case executableTarget
            case testTarget
            case macro
            case plugin
        }

        /// The folders that are tried if there is no `path:`, in order.
        var defaultFolders: [String] {
            let roots =
                switch kind {
                case .testTarget: ["Tests", "Sources", "Source", "src", "srcs"]
                case .plugin: ["Plugins"]
                default: ["Sources", "Source", "src", "srcs"]
                }
            return roots.map { "\($0)/\(name)" }
        }
    }

    var name = ""
    var targets: [Target] = []

    /// Reads a manifest; nil if it exceeds the limits of sources.
    init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
        guard let tree = SourceParser.tree(bytes) else { return nil }
        let reader = ManifestReader(viewMode: .sourceAccurate)
        reader.walk(tree)
        name = reader.name
        targets = reader.targets
    }
}

private final class ManifestReader: LiteralReader {
    var name = ""
    var targets: [PackageManifest.Target] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let callee = node.calledExpression.as(DeclReferenceExprSyntax.self), callee.baseName.text == "Package" {
            name = string(node, "name") ?? ""
            return .visitChildren
        }
        guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
            let kind = PackageManifest.Target.Kind(rawValue: callee.declName.baseName.text),
            let name = string(node, "name")
        else { return .visitChildren }
        var target = PackageManifest.Target(name: name, kind: kind)
        target.path = string(node, "path")
        target.exclude = strings(node, "exclude")
        target.sources = strings(node, "sources")
        target.dependencies = dependencies(node)
        targets.append(target)
        // Skips its arguments: they are dependencies, and some look like targets.
        return .skipChildren
    }

    private func dependencies(_ call: FunctionCallExprSyntax) -> [String] {
        guard let list = argument(call, "dependencies")?.as(ArrayExprSyntax.self) else { return [] }
        return list.elements.compactMap { element in
            if let call = element.expression.as(FunctionCallExprSyntax.self) { return string(call, "name") }
            return string(element.expression)
        }
    }
}

/// Reads the literals of a manifest in Swift, with the constants that stand before them.
class LiteralReader: SyntaxVisitor {
    private var constants: [String: String] = [:]

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let value = node.initializer.flatMap({ string($0.value) })
        {
            constants[name] = value
        }
        return .visitChildren
    }

    final func argument(_ call: FunctionCallExprSyntax, _ label: String) -> ExprSyntax? {
        call.arguments.first { $0.label?.text == label }?.expression
    }

    final func string(_ call: FunctionCallExprSyntax, _ label: String) -> String? {
        argument(call, label).flatMap { string($0) }
    }

    final func strings(_ call: FunctionCallExprSyntax, _ label: String) -> [String] {
        argument(call, label)?.as(ArrayExprSyntax.self)?.elements.compactMap { string($0.expression) } ?? []
    }

    final func string(_ expression: ExprSyntax) -> String? {
        if let name = expression.as(DeclReferenceExprSyntax.self) { return constants[name.baseName.text] }
        guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
        var text = ""
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let part): text += part.content.text
            case .expressionSegment(let part):
                guard part.expressions.count == 1, let only = part.expressions.first,
                    let value = string(only.expression)
                else { return nil }
                text += value
            }
        }
        return text
    }
}
