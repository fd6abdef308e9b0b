import SeamKit
import SwiftSyntax

/// A call that makes an instance of a type, or what gets one from a storyboard.
struct Construction {
    let file: ParsedFile
    let node: ExprSyntax
    let isTest: Bool

    /// `path:line`, for messages.
    var place: String { "\(file.path):\(file.line(of: node.positionAfterSkippingLeadingTrivia.utf8Offset))" }

    /// Returns whether it makes something to look at while writing code: the app never runs it.
    func isPreview(in owner: OwnerDecl?) -> Bool {
        if let owner, owner.inherited.contains("PreviewProvider") { return true }
        return sequence(first: Syntax(node), next: \.parent).contains { node in
            let macro =
                node.as(MacroExpansionDeclSyntax.self)?.macroName ?? node.as(MacroExpansionExprSyntax.self)?.macroName
            return macro?.text == "Preview"
        }
    }

    /// What a call passes for a parameter, or where the argument is to go.
    enum Argument {
        /// The call passes this value already.
        case passed(ExprSyntax)
        /// The argument goes here; the text around it has `%` where the argument is to be.
        case insertion(offset: Int, text: String)
        /// What is made gets a name first, and this property of it is set.
        case naming(NamedObject, property: String)

        /// Returns the edits that pass a value.
        func edits(passing value: String) -> [TextEdit] {
            switch self {
            case .passed(let old): [TextEdit(replacing: old, with: value)]
            case .insertion(let offset, let text):
                [TextEdit(offset: offset, old: "", new: text.replacing("%", with: value))]
            case .naming(let object, let property): object.edits(setting: property, to: value)
            }
        }
    }

    /// What a call has to do with a parameter.
    enum Target {
        /// It calls this initializer, and passes the parameter or could.
        case takes(CalledInitializer, Argument)
        /// It calls an initializer without the parameter.
        case other
        /// It isn't known which initializer it calls.
        case unclear
    }

    /// Returns the initializer that is called, and how the argument for a parameter is passed.
    ///
    /// - Parameters:
    ///   - label: the parameter's label.
    ///   - initializers: those of the type. One that takes the parameter may get it only now.
    func target(labelled label: String, of initializers: [CalledInitializer]) -> Target {
        guard let call = node.as(FunctionCallExprSyntax.self) else { return .unclear }
        let labels = call.arguments.map { $0.label?.text.withoutBackticks ?? "_" }
        let own = call.arguments.first { $0.label?.text.withoutBackticks == label }
        let fitting = initializers.compactMap { initializer in
            position(of: label, among: labels, in: initializer, call).map { (initializer, $0) }
        }
        let takers = fitting.filter { $0.0.takes }
        // Without the argument, Swift prefers an initializer that needs no default; by their labels alone they are equal.
        if takers.isEmpty { return fitting.isEmpty ? .unclear : .other }
        if let own { return .takes(takers[0].0, .passed(own.expression)) }
        guard takers.count == fitting.count, Set(takers.map(\.1)).count == 1, let (initializer, position) = takers.first
        else { return .unclear }
        return .takes(initializer, insertion(label, before: position < labels.count ? position : nil, call))
    }

    /// The position of the argument among those of the call; nil if the call doesn't fit the initializer.
    private func position(
        of label: String?,
        among labels: [String],
        in initializer: CalledInitializer,
        _ call: FunctionCallExprSyntax
    ) -> Int? {
        let parameters = initializer.parameters
        if parameters.contains(where: \.isVariadic) { return nil }
        var own = parameters.firstIndex { $0.label == label }
        let isNew = own == nil
        if isNew { own = initializer.place }
        guard let own else { return nil }
        var next = 0
        var result = labels.count
        for (number, argument) in labels.enumerated() {
            while next < parameters.count, parameters[next].label != argument {
                guard parameters[next].hasDefault || !isNew && next == own else { return nil }
                next += 1
            }
            guard next < parameters.count else { return nil }
            if next >= own, result == labels.count { result = number }
            next += 1
        }
        // Closures behind the parentheses are what is left, whatever their type is called. A new parameter goes only before what
        // certainly is one.
        let left = parameters.indices[next...].filter { !parameters[$0].hasDefault && (isNew || $0 != own) }
        let closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
        return left.count <= closures && left.allSatisfy({ !isNew || parameters[$0].isClosure }) ? result : nil
    }

    /// Returns whether a call fits an initializer, as far as labels tell.
    func fits(_ initializer: CalledInitializer) -> Bool {
        guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
        let labels = call.arguments.map { $0.label?.text.withoutBackticks ?? "_" }
        return initializer.parameters.contains(where: \.isVariadic)
            || position(of: nil, among: labels, in: initializer, call) != nil
    }

    private func insertion(_ label: String, before position: Int?, _ call: FunctionCallExprSyntax) -> Argument {
        guard call.leftParen != nil else {
            let end = call.calledExpression.endPositionBeforeTrailingTrivia.utf8Offset
            return .insertion(offset: end, text: "(\(label): %)")
        }
        let arguments = Array(call.arguments)
        if let position {
            let next = arguments[position]
            return .insertion(
                offset: next.positionAfterSkippingLeadingTrivia.utf8Offset,
                text: "\(label): %,\(gap(before: next))"
            )
        }
        guard let last = arguments.last else {
            let end = call.leftParen?.endPositionBeforeTrailingTrivia.utf8Offset ?? 0
            return .insertion(offset: end, text: "\(label): %")
        }
        // Behind a comma at the end of the list there is another.
        if let comma = last.trailingComma {
            let end = comma.endPositionBeforeTrailingTrivia.utf8Offset
            return .insertion(offset: end, text: "\(gap(before: last))\(label): %,")
        }
        return .insertion(
            offset: last.endPositionBeforeTrailingTrivia.utf8Offset,
            text: ",\(gap(before: last))\(label): %"
        )
    }

    /// What stands between two arguments: a line end where each has its own line.
    private func gap(before argument: LabeledExprSyntax) -> String {
        let offset = argument.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = file.indent(of: offset)
        return file.lineStart(of: offset) + indent.utf8.count == offset ? file.newline + indent : " "
    }
}
