import SeamKit

/// The initializers in a type's own declaration, which accept instances and store them.
struct Initializers {
    let owner: OwnerDecl
    let file: ParsedFile
    var layout = Layout(limit: 120, indentation: "    ")

    /// All initializers in the declaration.
    var own: [InitializerNode] { owner.initializers }

    /// The initializers that set stored properties themselves, and don't call another one or end the process.
    var designated: [InitializerNode] { own.filter { !$0.isDelegating && !$0.endsProcess } }

    /// The initializers that store instances.
    var setters: Set<InitializerNode> { Set(designated) }

    /// Returns those that can get a parameter; nil if one of the type's can't be edited as it would have to be.
    ///
    /// - Parameters:
    ///   - areAll: whether each of them has to get it.
    ///   - others: those that have it.
    func takers(
        areAll: Bool,
        besides others: Set<InitializerNode> = [],
        index: CodeTree
    ) -> Set<InitializerNode>? {
        var takers: Set<InitializerNode> = []
        for initializer in designated where !others.contains(initializer) {
            guard initializer.block != nil else { return nil }
            if canTake(initializer, isRequired: areAll, index) {
                guard file.edit(adding: [""], to: initializer.parameterList) != nil else { return nil }
                takers.insert(initializer)
            } else if areAll {
                return nil
            }
        }
        // What only the file's own code calls is no way for others.
        let isHidden = { (initializer: InitializerNode) in initializer.modifierList.says("private", "fileprivate") }
        if !takers.isEmpty, takers.allSatisfy(isHidden), others.isEmpty, !designated.allSatisfy(isHidden) { return nil }
        return takers
    }

    /// Returns whether a parameter can be added without changing what the initializer overrides or witnesses.
    ///
    /// - Parameter isRequired: whether each call is to pass it. Then the initializer need not be a framework's any more, if nothing
    ///   but these calls makes the type.
    func canTake(_ initializer: InitializerNode, isRequired: Bool = false, _ index: CodeTree) -> Bool {
        var harmless: Set = ["MainActor", "available"]
        let isFree = (isRequired || isOfNSObject(initializer, index)) && isFree(initializer, index)
        if isFree { harmless.insert("objc") }
        let isFixed =
            isFixed(initializer, index) && !isFree && !isCreator(initializer, index)
            || !harmless.isSuperset(of: initializer.attributeList.names)
            || file.saysItsName(initializer) || isForObjectiveC(initializer, index)
        let first = initializer.parameters.first?.label
        return !isFixed
            && (isCreator(initializer, index) || !["from", "coder", "rawValue"].contains(first ?? ""))
    }

    /// Returns whether something else decides what an initializer takes: what it overrides, or what asks for it. The word `required` alone
    /// doesn't say so: where no class inherits, and no protocol and no superclass asks for the initializer, only calls know it.
    func isFixed(_ initializer: InitializerNode, _ index: CodeTree) -> Bool {
        guard initializer.isFixed else { return false }
        let labels = initializer.parameters.map(\.label)
        let above = index.superclasses(of: owner).flatMap { index.parts(of: $0) }.flatMap(\.owner.initializers)
        return initializer.modifierList.says("override") || owner.hasModifier("open") || index.isInherited(owner)
            || above.contains { $0.parameters.map(\.label) == labels } || !index.makers.isMadeByCalls(owner, index)
    }

    /// Returns whether an initializer is the `init()` of a class directly below `NSObject`, which has no other, and only calls make the
    /// classes that inherit it.
    private func isOfNSObject(_ initializer: InitializerNode, _ index: CodeTree) -> Bool {
        guard ["NSObject", "Operation"].contains(owner.inherited.first), initializer.parameters.isEmpty,
            !index.isAPI(owner.node, in: file)
        else { return false }
        let below = index.isInherited(owner) ? index.lastNames.relatives(of: owner.simpleName).names : []
        return below.subtracting([owner.simpleName]).flatMap(index.lastNames.declarations).allSatisfy { home in
            home.owner.initializers.allSatisfy { !$0.parameters.isEmpty } && !index.isMadeByName(home.owner)
        }
    }

    /// Returns whether an initializer takes a coder and more, so that only code that makes the class for a storyboard calls it.
    private func isCreator(_ initializer: InitializerNode, _ index: CodeTree) -> Bool {
        initializer.parameters.count > 1 && initializer.parameters.first?.label == "coder"
            && !initializer.modifierList.says("override") && !index.isInherited(owner)
    }

    /// Returns whether an initializer can become another one than that of the framework's class, or of Objective-C: only calls of the
    /// tree make the class, and no superclass in the tree has it.
    private func isFree(_ initializer: InitializerNode, _ index: CodeTree) -> Bool {
        let labels = initializer.parameters.map(\.label)
        let parts = index.superclasses(of: owner).flatMap { index.parts(of: $0) }
        let above = parts.flatMap(\.owner.initializers)
        // Who makes a class by its name calls an initializer that the framework's class has.
        let isCalledElsewhere =
            initializer.modifierList.says("override") || labels.isEmpty
            ? index.isMadeByName(owner) : index.sources.isSaidByObjectiveC(owner.simpleName)
        return !initializer.modifierList.says("required") && !above.contains { $0.parameters.map(\.label) == labels }
            && !isCalledElsewhere
    }

    /// Returns whether Objective-C may call an initializer by the name that its parameters make.
    private func isForObjectiveC(_ initializer: InitializerNode, _ index: CodeTree) -> Bool {
        let line = [owner] + index.superclasses(of: owner)
        // What a class shows of its members, its subclasses show of theirs.
        if line.contains(where: \.isForObjectiveC) { return true }
        // `[[A alloc] init]`, Interface Builder and classes by their names call `init`, which replaces that of `NSObject`
        // even if it isn't declared to override anything.
        return initializer.parameters.isEmpty
            && line.contains { isBelowObjectiveC($0, index) } && index.isMadeByName(owner)
    }

    /// Returns whether a class seems to inherit from one of Objective-C: `NSObject`, `UIView`.
    private func isBelowObjectiveC(_ owner: OwnerDecl, _ index: CodeTree) -> Bool {
        guard owner.kind == .class, let name = owner.inherited.first, index.type(name, in: owner) == nil else {
            return false
        }
        if ["Operation", "Thread", "Formatter", "ValueTransformer", "Progress"].contains(name) { return true }
        let isProtocol = ["Protocol", "Delegate", "DataSource"].contains { name.hasSuffix($0) }
        return !isProtocol && name.prefix { $0.isUppercase }.count > 2
    }

    /// Returns the edits that let the initializers take instances.
    ///
    /// - Parameter readers: the initializers whose bodies read an instance by its name.
    func edits(_ injections: [Injection], readers: Set<InitializerNode> = []) -> [TextEdit] {
        let moved = injections.flatMap(\.moved).compactMap(\.removal)
        return moved
            + own.filter { initializer in
                designated.contains(initializer) || injections.contains { $0.takers.contains(initializer) }
            }.flatMap { initializer -> [TextEdit] in
                guard let body = initializer.block else { return [] }
                let taken = injections.filter { $0.takers.contains(initializer) && $0.own[initializer] == nil }
                let indent =
                    file.indent(of: initializer.offset) + layout.indentation
                let statements = injections.flatMap { injection in
                    injection.assignment(
                        isTaken: injection.takers.contains(initializer),
                        isRead: readers.contains(initializer) || !injection.moved.isEmpty
                            || injection.form == .optional && file.hasName(injection.stored, in: initializer.bodyNode),
                        own: injection.own[initializer]
                    ) + injection.moved.map { $0.statement(indent: indent, layout) }
                }
                // What a constant of the body is called, too, keeps its `self`.
                let bound = Set(statements.filter { $0.hasPrefix("let ") }.map { $0.dropFirst(4).prefix { $0 != " " } })
                let values = statements.map { statement in
                    let name = statement.dropFirst(5).prefix { $0 != " " }
                    return bound.contains(name) ? statement : plain(statement, in: initializer, besides: taken)
                }
                let clause = initializer.parameterList
                let texts = taken.compactMap(\.parameter)
                let parameters = texts.isEmpty ? [] : file.edits(adding: texts, to: clause, layout, before: body)
                let words = initializer.foreignRanges + [hiding(initializer)].compactMap(\.self)
                let opened = taken.isEmpty ? [] : words.map(file.removal)
                let comments = ParameterComments(
                    file: file,
                    declaration: initializer.plainNode,
                    others: initializer.parameters.map(\.innerName)
                )
                let described = comments.edits(describing: texts.map { String($0.prefix { $0 != ":" && $0 != " " }) })
                // What moves is computed before all that the body does.
                let isRead = readers.contains(initializer) || injections.contains { !$0.moved.isEmpty }
                let stored =
                    values.isEmpty ? [] : assignment(in: body, of: initializer, values, indent: indent, isRead: isRead)
                return opened + parameters + described + stored
            }
    }

    /// Returns the word by which only a static property of the type can call an initializer, so that nobody could pass it an instance.
    private func hiding(_ initializer: InitializerNode) -> Range<Int>? {
        let isSingleton = owner.variables.contains { variable in
            variable.modifierList.says("static", "class")
                && variable.parts.contains { part in
                    [part.type?.structure.simpleName, part.value?.call?.made.type].contains(owner.simpleName)
                }
        }
        let isHidden = initializer.parameters.isEmpty && own.allSatisfy { $0.privateRange != nil }
        return isSingleton && isHidden ? initializer.privateRange : nil
    }

    /// Whether the formatter takes a needless `self` away, or the initializers of the file that set a property without need for it don't
    /// say it.
    private var omitsSelf: Bool {
        if layout.omitsSelf { return true }
        let free = file.owners.flatMap(\.initializers).flatMap { initializer in
            (initializer.block?.list ?? []).filter { statement in
                guard let name = statement.assignedName, name.isPlainName else { return false }
                return !file.binds(name, inBodyOf: initializer)
                    && !initializer.parameters.contains { $0.innerName == name }
            }
        }
        return !free.isEmpty && !free.contains { $0.code.hasPrefix("self.") }
    }

    /// Returns a statement without `self`, where the file goes without and no parameter has the name.
    private func plain(_ statement: String, in initializer: InitializerNode, besides taken: [Injection]) -> String {
        let name = String(statement.dropFirst(5).prefix { $0 != " " })
        let names = initializer.parameters.map(\.innerName) + taken.map { $0.parameterName ?? $0.stored }
        return file.binds(name, inBodyOf: initializer) ? statement : plain(statement, besides: names)
    }

    /// Returns a statement without `self`, where the file goes without and it says no other name.
    private func plain(_ statement: String, besides names: [String]) -> String {
        let name = String(statement.dropFirst(5).prefix { $0 != " " })
        guard statement.hasPrefix("self."), name.isPlainName, !names.contains(name), omitsSelf else { return statement }
        return String(statement.dropFirst(5))
    }

    /// Whether most bodies of the file that take several lines begin with a blank one.
    private var opensWithBlankLine: Bool {
        let bodies = file.owners.flatMap { $0.functions.compactMap(\.block) + $0.initializers.compactMap(\.block) }
        let opened = bodies.compactMap { file.lineBehind($0.inside.lowerBound) }
        let blank = opened.filter { start in
            file.isBlank(start..<start + file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") }.count)
        }
        return blank.count > 1 && blank.count * 2 > opened.count
    }

    /// Returns the lines of an initializer for a type that has none.
    ///
    /// - Parameter inherited: the parameters of the one that it inherits.
    func new(_ injections: [Injection], behind inherited: [ParameterNode] = []) -> [String] {
        let parameters = inherited.map(\.withoutComma) + injections.compactMap(\.parameter)
        let inner = layout.indentation
        let outer = file.indent(of: owner.node.offset) + inner
        let head = layout.head(of: parameters, indent: outer)
        let statements = injections.flatMap { injection in
            injection.assignment(isTaken: true, isRead: !injection.moved.isEmpty)
                + injection.moved.map { $0.statement(indent: outer + inner, layout) }
        }
        let names = inherited.map(\.innerName) + injections.map { $0.parameterName ?? $0.stored }
        let body = statements.map { inner + plain($0, besides: names) }
        return head + (opensWithBlankLine ? [file.indentsBlankLines ? inner : ""] : []) + body + ["}"]
    }

    /// Returns the edits that insert statements at the start of a body, after those that only store values.
    ///
    /// - Parameter isRead: whether the body reads an instance, perhaps in such a statement.
    private func assignment(
        in body: BlockNode,
        of initializer: InitializerNode,
        _ values: [String],
        indent: String,
        isRead: Bool
    ) -> [TextEdit] {
        let start = initializer.offset
        let outer = file.indent(of: start)
        if initializer.isDelegating, let place = initializer.delegationPlace {
            let gap = file.newline + file.indent(of: place.offset)
            let offset = file.endOfComment(behind: place.endOfStatement)
            return [TextEdit(offset: offset, old: "", new: values.map { gap + $0 }.joined())]
        }
        let isAlone = file.lineStart(of: start) + outer.utf8.count == start
        let (brace, end) = (body.inside.lowerBound, body.inside.upperBound)
        let isOnOneLine = file.line(of: brace) == file.line(of: end)
        let statements = body.list
        let names = Set(initializer.parameters.map(\.innerName))
        let place = place(in: statements, names, isRead: isRead)
        let stored = statements.prefix(place.count)
        if isOnOneLine, isAlone {
            let gap = file.newline + indent
            let lines = values.joined(separator: gap)
            var edits: [TextEdit] = []
            var previous = brace
            for (position, item) in statements.enumerated() {
                let offset = item.offset
                let new = gap + (position == stored.count ? lines + gap : "")
                edits.append(file.replacement(previous..<offset, with: new))
                previous = item.endOfStatement
            }
            let rest = stored.count == statements.count ? gap + lines : ""
            return edits + [file.replacement(previous..<end, with: rest + file.newline + outer)]
        }
        // Directly behind what is stored already, or else before everything.
        guard let neighbour = stored.last ?? statements.first else {
            let line = file.lineStart(of: end)
            // A body with comments only.
            if line > brace, line + file.indent(of: end).utf8.count == end {
                return [TextEdit(offset: line, old: "", new: values.map { indent + $0 + file.newline }.joined())]
            }
            return [TextEdit(offset: brace, old: "", new: " \(values.joined(separator: "; ")) ")]
        }
        if stored.isEmpty, !isOnOneLine, let line = file.lineBehind(brace) {
            // Before a comment that belongs to the first statement.
            return [TextEdit(offset: line, old: "", new: values.map { indent + $0 + file.newline }.joined())]
        }
        let own = file.indent(of: neighbour.offset)
        let isOnOwnLine = file.lineStart(of: neighbour.offset) + own.utf8.count == neighbour.offset
        let gap = isOnOwnLine ? file.newline + own : "; "
        let offset = stored.isEmpty ? neighbour.offset : file.endOfComment(behind: neighbour.endOfStatement)
        let text = values.map { stored.isEmpty ? $0 + gap : gap + $0 }.joined()
        return [TextEdit(offset: offset, old: "", new: (place.isParagraph && isOnOwnLine ? file.newline : "") + text)]
    }

    /// Returns the number of statements that stand before those that store instances, and whether a blank line is between both: behind
    /// the last that stores a parameter, or else where nothing is torn apart.
    private func place(in all: [StatementNode], _ names: Set<String>, isRead: Bool) -> (count: Int, isParagraph: Bool) {
        // Behind a way out nothing is stored on all ways.
        let statements = Array(all.prefix { !$0.mayEndBody })
        let needed = isRead ? count(storing: nil, in: statements) : lastNeeded(in: statements, names)
        // Nothing uses `self` before its superclass is initialized.
        let superCall = isRead ? nil : statements.firstIndex { $0.code.hasPrefix("super.init(") }
        let end = max(needed, superCall ?? 0)
        let passed = statements.prefix(end).lastIndex { $0.stores(nil) && $0.assignedName.map(isStored) == true }
        if let passed { return (passed + 1, false) }
        if let superCall, superCall > 0 {
            return (
                superCall,
                isApart(statements[superCall]) && statements[superCall - 1].assignedName.map(isStored) != true
            )
        }
        guard needed > 0, needed < statements.count, let name = statements[needed - 1].assignedName,
            !names.contains(name), statements[needed].words.contains(name)
        else { return (needed, false) }
        return (0, false)
    }

    /// Returns whether a blank line is above a statement.
    private func isApart(_ statement: StatementNode) -> Bool {
        let start = file.lineStart(of: statement.offset)
        guard start > 0 else { return false }
        return file.isBlank(file.lineStart(of: start - 1)..<start)
    }

    private func isStored(_ name: String) -> Bool {
        owner.variables.contains { $0.isStoredInInstances && $0.parts.contains { $0.name == name } }
    }

    /// Returns the number of statements that only store. What computes something, or sets something else, may need all of `self`.
    private func count(storing names: Set<String>?, in statements: [StatementNode]) -> Int {
        let own = owner.variables.filter(\.isStoredInInstances).flatMap(\.parts).compactMap(\.name)
        let stored = Set(own + own.map { "_\($0)" })
        return statements.prefix { $0.stores(names) && $0.assignedName.map(stored.contains) == true }.count
    }

    /// Returns the number of statements up to the last that sets a constant. None of them can use `self` otherwise.
    private func lastNeeded(in statements: [StatementNode], _ names: Set<String>) -> Int {
        let constants = owner.variables.filter { $0.isLet && $0.isStoredInInstances && $0.part?.value == nil }
        let all = Set(constants.compactMap { $0.part?.name })
        let last = statements.lastIndex { $0.assignedName.map(all.contains) == true }
        return max(count(storing: names, in: statements), last.map { $0 + 1 } ?? 0)
    }
}
