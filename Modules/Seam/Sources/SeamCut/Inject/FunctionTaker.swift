import SeamKit

/// Lets a static or free function accept an instance: a parameter that is nil by default, so that it reads the static property, or
/// that of the file.
///
/// Where one more parameter could change what the name of the function means, the function gets a forwarder: it stays without
/// the parameter, and calls one that requires it.
struct FunctionTaker {
    let index: CodeTree
    /// The type or file that has the function.
    let owner: OwnerDecl
    let file: ParsedFile
    let function: FunctionNode
    var layout = Layout(limit: 120, indentation: "    ")

    /// What the function is to take.
    struct Parameter {
        let instance: InjectedType
        /// The name of the property, and the label.
        var property: String
        /// The type; an optional one without a value.
        var type: TypeStructure
        /// Whether code of other modules can name the type, and the value.
        var isTypePublic: Bool
        /// The accessor, as the default; nil if it is read later, where nothing is passed.
        var value: String?
        /// The module of the type, and the name that the file has to import from it; nil if it sees the type.
        var missing: (module: String, name: String)?
        /// Whether the function reads a static property of the name.
        var isBesideProperty = false
        /// Whether each call passes it, so that it has no default.
        var isRequired = false

        /// The name in the function.
        var name: String {
            value == nil && isBesideProperty
                ? "passed" + property.prefix(1).uppercased() + property.dropFirst() : property
        }

        /// The parameter as it is declared, without its default.
        var text: String { name == property ? "\(name): \(type)" : "\(property) \(name): \(type)" }
    }

    /// Returns the parameter of the function for the same instance; nil if it has none.
    func existing(_ parameter: Parameter) -> Parameter? {
        var (late, beside) = (parameter, parameter)
        late.value = nil
        (beside.value, beside.isBesideProperty) = (nil, true)
        return [parameter, late, beside].first { wanted in
            function.parameters.contains { own in
                own.label == wanted.property && own.value?.code == wanted.value ?? "nil" && own.innerName == wanted.name
            }
        }
    }

    /// Returns whether the function can get the parameter.
    func canTake(_ parameter: Parameter) -> Bool {
        let type = owner.kind == .file ? owner : index.declaration(of: owner)?.owner
        guard isFitting, let type, type.kind != .protocol, !owner.isLocal,
            parameter.isTypePublic || !isPublic
        else { return false }
        let isFree = function.parameters.allSatisfy { ![$0.label, $0.innerName].contains(parameter.property) }
        let isUsed = parameter.value == nil && file.hasName(parameter.name, in: function.plainNode)
        return isFree && !isUsed && edits(adding: [parameter]) != nil
    }

    /// Returns whether the function can get the parameter, and needs no other one beside it.
    func takesPlainly(_ parameter: Parameter) -> Bool {
        canTake(parameter) && index.value(of: function.ownName, in: owner) == .none
            && !needsForwarder(adding: [parameter.property])
    }

    /// Whether nothing but calls says what the function takes, so that it can require one more value.
    var canRequire: Bool {
        let name = function.ownName
        let parts = index.parts(of: owner).map(\.owner)
        return isFitting && !owner.isLocal && owner.kind != .protocol
            && !parts.contains(where: \.isForObjectiveC) && !isRequirement(name)
    }

    /// Returns the edits that give the function parameters; nil if it can have none.
    func edits(adding parameters: [Parameter]) -> [TextEdit]? {
        let value = index.value(of: function.ownName, in: owner)
        let isPlain = value == .none && !needsForwarder(adding: parameters.map(\.property))
        if isPlain, let own = ownCalls(passing: parameters) {
            let texts = parameters.map { $0.isRequired ? $0.text : "\($0.text) = \($0.value ?? "nil")" }
            let edits = file.edits(adding: texts, to: function.parameterList, layout, before: function.block)
            return edits.isEmpty ? nil : edits + bodyEdits(after: edits) + own
        }
        // A value would have two functions to be.
        return value == .untyped ? nil : forwarder(adding: parameters)
    }

    /// Returns the edits that give the body of a function on one line a line of its own, if that would be too long with the parameters.
    private func bodyEdits(after edits: [TextEdit]) -> [TextEdit] {
        guard let body = function.block, let only = body.list.first, body.list.count == 1 else { return [] }
        let (open, close) = (body.inside.lowerBound, body.inside.upperBound)
        let start = file.lineStart(of: function.offset)
        let line = String(decoding: file.bytes[start..<close], as: UTF8.self)
        let added = edits.map(\.new).joined()
        guard file.line(of: start) == file.line(of: close), added.contains("\n") || !layout.fits(line + added + "}")
        else { return [] }
        let outer = file.newline + file.indent(of: function.offset)
        return [
            file.replacement(open..<only.offset, with: outer + layout.indentation),
            file.replacement(only.endOfStatement..<close, with: outer),
        ]
    }

    /// Returns whether parameters leave everything as it is that refers to the function by its name.
    private var isFitting: Bool {
        let words = function.modifierList
        let name = function.ownName
        let isOverridable = words.says("class") && !owner.hasModifier("final")
        // What the system calls takes nothing.
        guard name.isPlainName, name != "main" || !function.parameters.isEmpty || owner.kind == .file,
            !words.says("override"),
            !isOverridable || !words.says("open") && !index.isInherited(owner),
            !file.saysItsName(function)
        else { return false }
        let harmless: Set<String> = [
            "discardableResult", "MainActor", "available", "ViewBuilder", "ToolbarContentBuilder",
        ]
        guard harmless.isSuperset(of: function.attributeList.names) else { return false }
        return function.parameters.allSatisfy { !$0.isVariadic && !$0.typeText.contains("repeat ") }
    }

    /// The declaration or extension that has the function.
    private var part: OwnerDecl? { file.owner(of: function) }

    private var isPublic: Bool {
        if function.isVisibleOutside { return true }
        let isNarrowed = function.modifierList.says("private", "fileprivate", "internal")
        return !isNarrowed && part?.kind == .extension && part?.node.isVisibleOutside == true
    }

    // MARK: What the name means

    /// Returns whether calls, requirements or other functions of the name might change their meaning.
    private func needsForwarder(adding added: [String]) -> Bool {
        let name = function.ownName
        let own = Labels(function, adding: added)
        // Branches of `#if` may each have the function.
        let same = Set(
            declarations.flatMap { part in
                part.functions.filter { $0.ownName == name && own.mayBeMeant(with: Labels($0)) }
                    .map { part.conditions + $0.signatureText }
            }
        )
        let parts = index.parts(of: owner).map(\.owner)
        return same.count > 1 || owner.kind == .file && !hasParameterOfTree || parts.contains(where: \.isForObjectiveC)
            || isRequirement(name)
    }

    /// Whether each call passes a value of a type that the tree declares. No other module has such a function then, which would be
    /// preferred to one with a parameter that may be left out.
    private var hasParameterOfTree: Bool {
        function.parameters.contains { $0.value == nil && index.type($0.typeText, in: owner) != nil }
    }

    /// Everything that may have another function that the name means.
    private var declarations: [OwnerDecl] {
        guard owner.kind == .file else {
            return ([owner] + index.superclasses(of: owner)).flatMap { index.parts(of: $0) }.map(\.owner)
        }
        return index.paths(saying: function.ownName).compactMap {
            index.file($0).map { $0.global }
        }
    }

    /// Returns whether a protocol may require a static function of the name.
    private func isRequirement(_ name: String) -> Bool {
        var seen: Set<CodeTree.TypeID> = []
        var open = index.inheritance(of: index.parts(of: owner))
        while let (parent, next) = open.popLast() {
            guard let next else {
                if CodeTree.commands.contains(parent) {
                    // Other functions of a command are its own.
                    if function.isCalledByArgumentParser { return true }
                    continue
                }
                // What the sources don't have may require it. Objective-C's protocols hardly require static functions.
                let isOfSystem = parent.prefix { $0.isUppercase }.count > 2 && !Self.required.contains(name)
                if IsolationReader.foreign(parent) == .unknown, !isOfSystem { return true }
                continue
            }
            guard seen.insert(next).inserted else { continue }
            let found = index.parts(of: next)
            let isProtocol = found.contains { $0.owner.kind == .protocol }
            if isProtocol, found.contains(where: { $0.owner.memberNames.contains(name) }) { return true }
            open += index.inheritance(of: found)
        }
        return false
    }

    /// The names of static functions that protocols of Objective-C require.
    private static let required: Set<String> = [
        "object", "readableTypes", "readingOptions", "restoreWindow", "viewController", "writableTypes", "decode",
        "itemProviderVisibilityForRepresentation", "contextMenu", "snapshot",
    ]

    /// Returns the edits that let the function pass on what it takes where it calls itself; nil if it can't everywhere.
    private func ownCalls(passing parameters: [Parameter]) -> [TextEdit]? {
        guard let body = function.bodyNode else { return [] }
        let called = CalledInitializer(function.parameters, takes: true)
        var edits: [TextEdit] = []
        let tokens = file.tokens(function.ownName, in: body).filter { $0.code == function.ownName }
        let names = tokens.compactMap(\.nameNode).filter { name in
            !name.isMember || ["self", "Self", owner.simpleName, owner.name].contains(name.base?.code)
        }
        for name in names {
            guard let call = name.call, parameters.count == 1 || !call.labels.isEmpty else { return nil }
            let construction = Construction(file: file, node: call.expression, isTest: false)
            for parameter in parameters {
                guard
                    case .takes(_, let argument) = construction.target(labelled: parameter.property, of: [called])
                else { return nil }
                edits += argument.edits(passing: parameter.name)
            }
        }
        return edits
    }

    /// The labels of a call, without those of closures, which may be behind it.
    private struct Labels {
        private var required: Set<String> = []
        private var all: Set<String>

        init(_ function: FunctionNode, adding added: [String] = []) {
            all = Set(added)
            for (position, parameter) in function.parameters.enumerated() where !parameter.typeText.contains("->") {
                let label = parameter.label == "_" ? "_\(position)" : parameter.label
                all.insert(label)
                if parameter.value == nil, !parameter.isVariadic { required.insert(label) }
            }
        }

        /// Returns whether a call could mean both functions, judging only by the labels.
        func mayBeMeant(with other: Labels) -> Bool {
            required.union(other.required).isSubset(of: all.intersection(other.all))
        }
    }

    // MARK: The forwarder

    /// Returns the edits that make the function require the instance, and the function that calls it with nil.
    private func forwarder(adding added: [Parameter]) -> [TextEdit]? {
        let (parameters, effects) = (function.parameters, function.effects)
        guard let body = function.bodyNode, !effects.isRethrowing,
            // What `some` hides would be the type of another function.
            function.resultType?.code.contains("some ") != true
        else { return nil }
        let edits = file.edits(adding: added.map(\.text), to: function.parameterList, layout, before: function.block)
        guard !edits.isEmpty else { return nil }
        var arguments: [String] = []
        for parameter in parameters {
            let (name, text) = (parameter.innerName, parameter.typeText)
            guard name != "_", !text.contains("@autoclosure") else { return nil }
            let label = parameter.label == "_" ? "" : "\(parameter.label): "
            arguments.append(label + (text.hasPrefix("inout ") ? "&" : "") + name)
        }
        let position = CalledInitializer(function.parameters, takes: true).place
        arguments.insert(contentsOf: added.map { "\($0.property): \($0.value ?? "nil")" }, at: position)
        let words = (effects.isThrowing ? "try " : "") + (effects.isAsync ? "await " : "")
        let start = function.offset
        let head = String(decoding: file.bytes[start..<body.offset], as: UTF8.self)
        let indent = file.newline + file.indent(of: start)
        // A parameter may have the function's name.
        let isHidden = parameters.contains { $0.innerName == function.ownName }
        guard !isHidden || owner.kind != .file else { return nil }
        let callee = "\(words)\(isHidden ? "self." : "")\(function.ownName)"
        let inner = indent + layout.indentation
        let line = arguments.joined(separator: ", ")
        let gap = inner + layout.indentation
        let isLong = !layout.fits(inner.dropFirst(file.newline.count) + "\(callee)(\(line))")
        let list = isLong ? gap + arguments.joined(separator: "," + gap) + inner : line
        let text = "\(head){\(inner)\(callee)(\(list))\(indent)}\(file.newline)\(indent)"
        return [TextEdit(offset: start, old: "", new: text)] + edits
    }
}

extension OwnerDecl {
    /// What tells an extension's members from those of the same signature in another one.
    fileprivate var conditions: String { isConstrained ? node.extended.map { $0.type + $0.conditions } ?? "" : "" }
}

extension ParsedFile {
    /// Returns whether a function reads `#function`, which has the labels of the parameters.
    func saysItsName(_ function: some AnyCodeNode) -> Bool {
        tokens("function", in: function.plainNode).contains(where: \.isMacroName)
    }

    /// Returns the edits that add parameters, each on a line of its own where the line would be too long for the file.
    ///
    /// - Parameter body: the body whose statements get lines of their own; nil if they stay where they are.
    func edits(
        adding parameters: [String],
        to clause: ParametersNode,
        _ layout: Layout,
        before body: BlockNode? = nil
    ) -> [TextEdit] {
        guard let edit = edit(adding: parameters, to: clause) else { return [] }
        let (open, close) = (clause.inside.lowerBound, clause.inside.upperBound)
        let end = body?.inside.lowerBound ?? bytes.count
        let line = String(decoding: bytes[lineStart(of: open)..<end].prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        let isLong = self.line(of: open) == self.line(of: close) && !layout.fits(head: line + edit.new)
        guard isLong else { return [edit] }
        let own = indent(of: open)
        let column = String(repeating: " ", count: open - lineStart(of: open) - own.utf8.count)
        let outer = layout.isAligned ? "" : newline + own
        let gap = newline + own + (layout.isAligned ? column : layout.indentation)
        let start = layout.isAligned ? "" : gap
        let added = edit.new.isEmpty ? [] : parameters
        let isBefore = clause.list.contains { $0.offset == edit.offset }
        var edits: [TextEdit] = []
        var previous = open
        for parameter in clause.list {
            let offset = parameter.offset
            let lead = previous == open ? start : gap
            let new =
                isBefore && offset == edit.offset ? lead + added.map { $0 + "," }.joined(separator: gap) + gap : lead
            edits.append(replacement(previous..<offset, with: new))
            previous = parameter.end
        }
        let rest = isBefore ? [] : added
        let isFirst = clause.list.isEmpty
        let tail = rest.enumerated().map { (isFirst && $0.offset == 0 ? start : "," + gap) + $0.element }.joined()
        return edits + [replacement(previous..<close, with: tail + outer)]
    }

    /// Returns the edit that adds parameters; nil if there is no place for them.
    func edit(adding parameters: [String], to clause: ParametersNode) -> TextEdit? {
        guard let last = clause.list.last else {
            return TextEdit(offset: clause.inside.lowerBound, old: "", new: parameters.joined(separator: ", "))
        }
        guard !last.hasComma else { return nil }
        if let closure = clause.list.dropFirst(CalledInitializer(clause.list, takes: true).place).first {
            let gap = gap(before: closure)
            return TextEdit(offset: closure.offset, old: "", new: parameters.map { "\($0),\(gap)" }.joined())
        }
        let gap = gap(before: last)
        return TextEdit(offset: last.end, old: "", new: parameters.map { ",\(gap)\($0)" }.joined())
    }

    /// Returns the text between two parameters: a line end if each has its own line.
    private func gap(before parameter: ParameterNode) -> String {
        let offset = parameter.offset
        let indent = indent(of: offset)
        return lineStart(of: offset) + indent.utf8.count == offset ? newline + indent : " "
    }
}
