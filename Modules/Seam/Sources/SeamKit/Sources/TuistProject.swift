import SwiftSyntax

/// The targets of a `Project.swift` of Tuist, read from its syntax, without running it.
/// The format: https://docs.tuist.dev/en/references/project-description/structs/target
enum TuistProject {
    static func list(_ bytes: UnsafeBufferPointer<UInt8>) -> TargetList? {
        guard let tree = SourceParser.tree(bytes) else { return nil }
        let reader = TuistReader(viewMode: .sourceAccurate)
        reader.walk(tree)
        guard reader.isManifest else { return nil }
        // A function of the project's own makes them.
        if reader.list.targets.isEmpty { reader.list.unread.append("the targets") }
        return reader.list
    }
}

private final class TuistReader: LiteralReader {
    var list = TargetList(origin: .tuist)
    var isManifest = false

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.path.first?.name.text == "ProjectDescription" { isManifest = true }
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let callee = node.calledExpression
        let call =
            callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? callee.as(DeclReferenceExprSyntax.self)?.baseName.text
        guard call == "target" || call == "Target", argument(node, "product") != nil else { return .visitChildren }
        guard let name = string(node, "name") else {
            list.unread.append("the name of a target")
            return .visitChildren
        }
        let product = string(node, "productName").map(XcodeProject.identifier)
        var target = TargetList.Target(alias: XcodeProject.identifier(name), module: product)
        let kind = argument(node, "product")?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        target.isTest = kind == "unitTests" || kind == "uiTests"
        for label in ["sources", "buildableFolders"] {
            for source in elements(argument(node, label)) { add(source, to: &target) }
        }
        for dependency in elements(argument(node, "dependencies")) {
            guard let call = dependency.as(FunctionCallExprSyntax.self),
                let name = string(call, "name") ?? string(call, "target") ?? string(call, "product")
            else { continue }
            target.dependencies.append(XcodeProject.identifier(name))
        }
        list.targets.append(target)
        return .skipChildren
    }

    /// The elements of a list; the expression itself if it is none.
    private func elements(_ expression: ExprSyntax?) -> [ExprSyntax] {
        guard let expression, !expression.is(NilLiteralExprSyntax.self) else { return [] }
        return expression.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [expression]
    }

    private func add(_ source: ExprSyntax, to target: inout TargetList.Target) {
        if let pattern = string(source) {
            target.sources.append(PathPattern(RelativePath.normal(pattern)))
            return
        }
        let call = source.as(FunctionCallExprSyntax.self)
        if let globs = call.flatMap({ argument($0, "globs") }) {
            for glob in elements(globs) { add(glob, to: &target) }
        } else if let call, let first = call.arguments.first?.expression, let pattern = string(first) {
            target.sources.append(PathPattern(RelativePath.normal(pattern)))
            for left in elements(argument(call, "excluding")) {
                guard let pattern = string(left) else {
                    list.unread.append("what \(target.module) leaves out")
                    continue
                }
                target.exclude.append(PathPattern(RelativePath.normal(pattern)))
            }
        } else {
            list.unread.append("a source of \(target.module)")
        }
    }
}
