import SeamKit

/// What subclasses do with the initializers of a class: they call them, or inherit them.
struct SubclassCalls {
    /// The calls that may fit one of the initializers: `super.init(title: title)`.
    private(set) var calls: [Construction] = []
    /// The last names of the subclasses that inherit the initializers: who makes one calls those of the class.
    private(set) var inheriting: Set<String> = []
    /// The places of subclasses that call an initializer without saying so, or whose name several types have.
    private(set) var unclear: [String] = []

    private let initializers: [CalledInitializer]
    private let index: TypeIndex

    init(of owner: OwnerDecl, _ initializers: [CalledInitializer], _ index: TypeIndex) {
        (self.initializers, self.index) = (initializers, index)
        read(owner.simpleName)
    }

    private mutating func read(_ name: String) {
        guard index.isInherited(name) else { return }
        for file in index.paths(saying: name).compactMap(index.file) {
            for subclass in file.owners
            where subclass.kind == .class && subclass.inherited.first?.lastName == name
                && inheriting.contains(subclass.simpleName) == false
            {
                read(subclass, in: file)
            }
        }
    }

    private mutating func read(_ subclass: OwnerDecl, in file: ParsedFile) {
        let own = subclass.initializers.filter { !$0.isDelegating && !$0.endsProcess }
        if own.isEmpty {
            // The name may mean any of them.
            guard index.declarations(of: subclass.simpleName).filter(\.owner.isDeclaration).count == 1 else {
                return unclear.append("\(file.path):\(file.line(of: subclass.node.offset))")
            }
            inheriting.insert(subclass.simpleName)
            return read(subclass.simpleName)
        }
        for initializer in own {
            let made = initializer.superCalls.map {
                Construction(file: file, node: $0.expression, isTest: index.isTest(file.path))
            }
            calls += made.filter { call in initializers.contains(where: call.fits) }
            // `super.init()` need not be written.
            let isImplicit =
                made.isEmpty && initializers.contains { $0.takes && $0.parameters.allSatisfy(\.hasDefault) }
            if isImplicit { unclear.append("\(file.path):\(file.line(of: initializer.offset))") }
        }
    }
}
