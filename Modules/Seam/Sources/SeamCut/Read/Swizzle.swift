import SeamKit

/// Finds code, in tests too, that lets the runtime answer for an accessor: it exchanges the method, or stubs it.
struct Swizzle {
    let accessor: Singleton.Accessor
    /// The type that has the accessor, with the types around it.
    let type: String
    let index: CodeTree

    /// What exchanges methods while a program runs.
    private static let exchanges = [
        "method_exchangeImplementations", "method_setImplementation", "class_replaceMethod", "class_addMethod",
        "object_setClass", "jr_swizzleClassMethod",
    ]
    /// What finds a method by its name.
    private static let lookups = [
        "selector", "Selector", "NSSelectorFromString", "sel_registerName", "sel_getUid", "_dynamicReplacement",
    ]
    /// What stubs methods of a class in Objective-C.
    private static let stubs = ["OCMStub", "OCMExpect", "OCMClassMock", "OCMStrictClassMock", "stub_and_return"]

    /// Where that is; nil if it is nowhere.
    var place: (file: String, line: Int)? {
        swift.first.map { ($0.file.path, $0.file.line(of: $0.token.offset)) } ?? objectiveC
    }

    /// What happens when the accessor of a framework is read.
    var creation: Creation {
        guard let place else { return .quiet }
        let code = "\(type).\(accessor.name)"
        let swizzle = Observation(effect: .swizzle, file: place.file, line: place.line, code: code)
        let replaced = testCode
        return Creation(observation: replaced == nil ? swizzle : nil, replaced: replaced)
    }

    /// What tests run before they exchange the method; nil if other code does that, or if nobody can tell.
    private var testCode: SaidCode? {
        let places = swift
        guard objectiveC == nil, places.allSatisfy({ index.isTest($0.file.path) }) else { return nil }
        return BeforeReplacement.code(before: places, of: nil, index: index)
    }

    private var swift: [Replacement.Place] {
        let isExchanging = isExchanging
        return index.paths(saying: type.lastName, accessor.name).flatMap { path -> [Replacement.Place] in
            guard let bytes = index.bytes(path), says(Self.lookups, bytes),
                let file = index.file(path)
            else { return [] }
            let named = file.tokens(accessor.name).filter { token in
                let isInside = file.owner(around: token)?.simpleName == type.lastName
                return token.nameForRuntime.map { isInside || $0.contains("\(type.lastName).") } == true
            }
            let isNamed = !isExchanging || !named.isEmpty
            return (isNamed ? named : file.tree.allTokens.filter { $0.stringText == accessor.name }).map { (file, $0) }
        }
    }

    private var objectiveC: (file: String, line: Int)? {
        let files = index.sources.otherFiles.objectiveC
        guard !files.isEmpty, let home = index.file(accessor.file)?.bytes else { return nil }
        let isExchanging = isExchanging
        lazy var names = ObjectiveCNames(of: type, accessors: [accessor.name], in: [home])
        return files.lazy.compactMap { path -> (String, Int)? in
            guard let bytes = index.bytes(path) else { return nil }
            let isStubbing = says(Self.stubs, bytes)
            guard isExchanging || isStubbing, says([names?.type ?? type.lastName], bytes) else { return nil }
            let wanted = names?.accessors[accessor.name] ?? [accessor.name]
            let tokens = bytes.withUnsafeBufferPointer { ObjectiveCTokens(bytes: $0) }
            let found = tokens.tokens.indices.first { position in
                if case .text(let text) = tokens.tokens[position].kind { return isExchanging && wanted.contains(text) }
                guard let word = tokens.word(at: position), wanted.contains(word) else { return false }
                return isStubbing || tokens.word(at: position - 2) == "selector" && tokens.isMark("(", at: position - 1)
            }
            return found.map { (path, tokens.tokens[$0].line) }
        }.first
    }

    /// Whether code of the tree exchanges methods of some type.
    private var isExchanging: Bool {
        Self.exchanges.contains { !index.paths(saying: $0).isEmpty }
            || index.sources.otherFiles.objectiveC.contains {
                index.bytes($0).map { says(Self.exchanges, $0) } ?? false
            }
    }

    private func says(_ words: [String], _ bytes: [UInt8]) -> Bool {
        words.contains { WordSearch.contains($0, in: bytes) }
    }
}
