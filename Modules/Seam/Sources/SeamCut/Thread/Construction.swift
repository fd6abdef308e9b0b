import SeamKit

/// A call that makes an instance of a type, what gets one from a storyboard, or the `super.init()` that Swift calls behind the body of an
/// initializer that calls none.
struct Construction {
    let file: ParsedFile
    /// The expression, or the body.
    let node: CodeNode
    let isTest: Bool
    /// The initializer that calls no `super.init`; nil for an expression.
    private(set) var silent: InitializerNode?

    init(file: ParsedFile, node: ExpressionNode, isTest: Bool) {
        (self.file, self.node, self.isTest) = (file, node.plainNode, isTest)
    }

    init(file: ParsedFile, endOf silent: InitializerNode, _ body: BlockNode, isTest: Bool) {
        (self.file, node, self.isTest, self.silent) = (file, body.plainNode, isTest, silent)
    }

    /// The call, if it is written.
    var call: CallNode? { node.asExpression?.call }

    private var labels: [String]? { silent == nil ? call?.labels : [] }

    /// `path:line`, for messages.
    var place: String { file.place(of: node.offset) }

    /// Whether it makes something to look at while writing code: the app never runs it.
    var isPreview: Bool {
        file.owners(around: node.offset).contains { $0.inherited.contains("PreviewProvider") }
            || node.macrosAround.contains("Preview")
    }

    /// What a call passes for a parameter, or where the argument is to go.
    enum Argument {
        /// The call passes this value already.
        case passed(ExpressionNode)
        /// The argument goes here; the text around it has `%` where the argument is to be.
        case insertion(offset: Int, text: String)
        /// What is made gets a name first, and this property of it is set.
        case naming(NamedObject, property: String)
        /// The argument goes behind closures, which move into the parentheses with these labels.
        case behindClosures(CallNode, [String], label: String, ParsedFile)
        /// The function is a value, which a closure takes the place of.
        case closure(PassedFunction)

        /// What goes into the call; nil if nothing does.
        var text: String? { if case .insertion(_, let text) = self { text } else { nil } }

        /// Returns the edits that pass a value.
        func edits(passing value: String) -> [TextEdit] {
            switch self {
            case .passed(let old): [TextEdit(replacing: old, with: value)]
            case .insertion(let offset, let text):
                [TextEdit(offset: offset, old: "", new: text.replacing("%", with: value))]
            case .naming(let object, let property): object.edits(setting: property, to: value)
            case .behindClosures(let call, let labels, let label, let file):
                Construction.moving(closuresOf: call, labels, into: file, adding: "\(label): \(value)")
            case .closure(let function): [function.edit(passing: value)]
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

    /// Returns the edits that move the closures behind the parentheses into them, and add an argument behind these.
    private static func moving(
        closuresOf call: CallNode,
        _ labels: [String],
        into file: ParsedFile,
        adding argument: String
    ) -> [TextEdit] {
        guard let (gaps, end) = call.closureGaps, gaps.count == labels.count else { return [] }
        let start = call.argumentPlaces == nil ? "(" : call.values.isEmpty ? "" : ", "
        let moved = zip(gaps, labels).enumerated().map { number, part in
            let label = part.1 == "_" ? "" : part.1 + ": "
            return file.replacement(part.0, with: (number == 0 ? start : ", ") + label)
        }
        return moved + [TextEdit(offset: end, old: "", new: ", \(argument))")]
    }

    /// Returns the initializer that is called, and how the argument for a parameter is passed.
    ///
    /// - Parameters:
    ///   - label: the parameter's label.
    ///   - initializers: those of the type. One that takes the parameter may get it only now.
    func target(labelled label: String, of initializers: [CalledInitializer]) -> Target {
        guard let labels else { return .unclear }
        let fitting = initializers.compactMap { initializer in
            position(of: label, among: labels, in: initializer).map { (initializer, $0) }
        }
        let takers = fitting.filter { $0.0.takes }
        // Without the argument, Swift prefers an initializer that needs no default; by their labels alone they are equal.
        if takers.isEmpty {
            return fitting.isEmpty ? target(behindClosures: label, of: initializers) ?? .unclear : .other
        }
        if let own = call?.argument(labelled: label) { return .takes(takers[0].0, .passed(own)) }
        guard takers.count == fitting.count, Set(takers.map(\.1)).count == 1, let (initializer, position) = takers.first
        else { return .unclear }
        return .takes(initializer, insertion(label, before: position < labels.count ? position : nil))
    }

    /// Returns how the argument for a parameter is passed that stands behind those of closures behind the parentheses; nil if not each of
    /// these certainly has its parameter.
    private func target(behindClosures label: String, of initializers: [CalledInitializer]) -> Target? {
        guard let call, let labels, let gaps = call.closureGaps?.gaps,
            !gaps.contains(where: { file.bytes[$0].contains(UInt8(ascii: "/")) })
        else { return nil }
        let found = initializers.compactMap { initializer -> (CalledInitializer, [String])? in
            let parameters = initializer.parameters
            guard initializer.takes, let own = parameters.firstIndex(where: { $0.label == label }),
                !parameters.contains(where: \.isVariadic)
            else { return nil }
            let closures = parameters[..<own].drop { !$0.isClosure }
            let before = parameters[..<closures.startIndex].map(\.label)
            guard before == labels, closures.count == call.closureCount, closures.allSatisfy(\.isClosure),
                closures.dropFirst().map(\.label) == call.closureLabels.dropFirst().map(\.self)
            else { return nil }
            return (initializer, closures.map(\.label))
        }
        guard found.count == 1, let (initializer, closures) = found.first else { return nil }
        return .takes(initializer, .behindClosures(call, closures, label: label, file))
    }

    /// The position of the argument among those of the call; nil if the call doesn't fit the initializer.
    private func position(
        of label: String?,
        among labels: [String],
        in initializer: CalledInitializer
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
        // What is in parentheses can't stand behind a parameter that such a closure is for.
        if left.contains(where: { $0 < own }) { return nil }
        return left.count <= (call?.closureCount ?? 0) && left.allSatisfy({ !isNew || parameters[$0].isClosure })
            ? result : nil
    }

    /// Returns whether a call fits an initializer, as far as labels tell.
    func fits(_ initializer: CalledInitializer) -> Bool {
        guard let labels else { return false }
        return initializer.parameters.contains(where: \.isVariadic)
            || position(of: nil, among: labels, in: initializer) != nil
    }

    /// Returns whether the first argument may be of the type of the first parameter. It can't if it is of another type of the tree, which
    /// neither inherits from the parameter's nor conforms to it.
    func mayCall(_ initializer: CalledInitializer, of owner: OwnerDecl, _ index: CodeTree) -> Bool {
        guard let parameter = initializer.parameters.first, let value = call?.values.first,
            labels?.first == parameter.label,
            let name = parameter.type?.structure.unmarked.fullName,
            let taken = index.type(name, in: owner)?.owner,
            let type = ReceiverType(index: index, file: file).type(of: value),
            let passed = index.type(type, inFile: file.path)?.owner, !index.isSame(passed, taken)
        else { return true }
        return index.inherits(passed, from: taken) || index.conforms(passed, to: [taken.simpleName])
    }

    /// Returns whether an argument has several lines, and the last isn't one with the bracket that ends it.
    private func hasOpenLines(_ argument: ExpressionNode) -> Bool {
        let start = file.lineStart(of: argument.end)
        guard start > argument.offset else { return false }
        let first = file.bytes[start..<argument.end].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return first.map { !"]})\"".utf8.contains($0) } ?? false
    }

    private func insertion(_ label: String, before position: Int?) -> Argument {
        guard let call else { return superCall(passing: label) }
        let isTall = position == nil && call.values.last.map { hasOpenLines($0) } == true
        // A line end where each argument has its own line, or where the last has several.
        let slot = call.slot(before: position) { offset in
            let indent = file.indent(of: offset)
            let column = offset - file.lineStart(of: offset) - indent.utf8.count
            return column == 0 || isTall ? file.newline + indent + String(repeating: " ", count: column) : " "
        }
        return .insertion(offset: slot.offset, text: "\(slot.before)\(label): %\(slot.after)")
    }
}
