import SeamKit

/// What subclasses do with the initializers of a class: they call them, or inherit them.
struct SubclassCalls {
    /// The calls that may fit one of the initializers: `super.init(title: title)`.
    private(set) var calls: [Construction] = []
    /// The last names of the subclasses that inherit the initializers: who makes one calls those of the class.
    private(set) var inheriting: Set<String> = []
    /// The places of subclasses whose name several types have, or that override an initializer that gets a parameter.
    private(set) var unclear: [String] = []

    private let initializers: [CalledInitializer]
    private let isNew: Bool
    private let index: CodeTree

    /// - Parameter isNew: whether the initializers get the parameter only now.
    init(of owner: OwnerDecl, _ initializers: [CalledInitializer], isNew: Bool, _ index: CodeTree) {
        (self.initializers, self.isNew, self.index) = (initializers, isNew, index)
        read(owner)
    }

    private mutating func read(_ owner: OwnerDecl) {
        guard index.isInherited(owner), let type = index.id(of: owner) else { return }
        for file in index.paths(saying: owner.simpleName).compactMap(index.file) {
            for subclass in file.owners
            where subclass.kind == .class && subclass.inherited.first?.lastName == owner.simpleName
                && inheriting.contains(subclass.simpleName) == false
            {
                // What several types may be is one of them.
                if let name = subclass.inherited.first, index.id(name, in: subclass) ?? type == type {
                    read(subclass, in: file)
                }
            }
        }
    }

    private mutating func read(_ subclass: OwnerDecl, in file: ParsedFile) {
        let own = subclass.initializers.filter { !$0.isDelegating && !$0.endsProcess }
        if own.isEmpty {
            // Calls are found by the last name, which may mean any of them.
            guard index.lastNames.types(subclass.simpleName).count == 1 else {
                return unclear.append(file.place(of: subclass.node.offset))
            }
            inheriting.insert(subclass.simpleName)
            return read(subclass)
        }
        for initializer in own {
            let isTest = index.isTest(file.path)
            var made = initializer.superCalls.map { Construction(file: file, node: $0.expression, isTest: isTest) }
            // `super.init()` need not be written.
            if made.isEmpty, let body = initializer.block {
                made = [Construction(file: file, endOf: initializer, body, isTest: isTest)]
            }
            calls += made.filter { call in initializers.contains(where: call.fits) }
            if isNew, initializer.isFixed, initializers.contains(where: { $0.takes && $0.overrides(initializer) }) {
                unclear.append(file.place(of: initializer.offset))
            }
        }
    }
}

extension Construction {
    /// Returns the `super.init` at the end of a body that has none, which passes an argument.
    func superCall(passing label: String) -> Argument {
        let text = "super.init(\(label): %)"
        let end = node.end - 1
        if isAloneOnLine(end) {
            let outer = file.indent(of: end)
            let around = file.owners(around: end).last.map { file.indent(of: $0.node.offset) } ?? ""
            let unit = outer.dropFirst(around.utf8.count)
            return .insertion(offset: end, text: unit + text + file.newline + outer)
        }
        guard let last = silent?.block?.list.last else {
            let gap = file.bytes[end - 1] == UInt8(ascii: "{") ? " " : ""
            return .insertion(offset: end, text: "\(gap)\(text) ")
        }
        return .insertion(offset: last.endOfStatement, text: "; \(text)")
    }

    /// Whether a `super.init` that isn't written would stand on the line of another statement.
    var sharesLine: Bool { silent != nil && !isAloneOnLine(node.end - 1) }

    /// Why `super.init` can't be written at the end of the body; nil if it can.
    var silentRefusal: MakerRefusal? {
        guard silent?.mayEndElsewhere == true else { return nil }
        return MakerRefusal(
            "made by the `super.init()` that isn't written, behind a body with `return` or `defer`",
            "Write `super.init()` where it runs, and leave the body only at its end."
        )
    }

    private func isAloneOnLine(_ offset: Int) -> Bool {
        file.lineStart(of: offset) + file.indent(of: offset).utf8.count == offset
    }
}
