import SeamKit
import SwiftSyntax

/// Chooses names for the properties that callers get.
struct PropertyName {
    let request: CutRequest
    /// The requested name.
    var wanted: String?
    /// The names that most properties with each type have in the code base, by the accessor.
    var usual: [String: String] = [:]
    /// The names of globals, which a property would hide.
    private var globals: Set<String> = []

    private var index: TypeIndex { request.index }

    init(request: CutRequest, wanted: String? = nil, usual: [String: String] = [:]) {
        (self.request, self.wanted, self.usual) = (request, wanted, usual)
    }

    /// Chooses names as the properties in these files have them.
    init(request: CutRequest, usualIn paths: [String]) {
        self.init(request: request, wanted: request.options.name, usual: Self.usual(in: paths, request))
        let singletons = request.map.singletons.lazy.filter { $0.shape == .global || $0.shape == .world }
        globals = Set(singletons.flatMap { $0.accessors.map(\.name) })
    }

    /// Returns the name that most properties in these files have that hold the instance.
    private static func usual(in paths: [String], _ request: CutRequest) -> [String: String] {
        var result: [String: String] = [:]
        for accessor in request.singleton.accessors {
            guard case .success(let instance) = request.instance(accessor) else { continue }
            var counts: [String: Int] = [:]
            let access = "\(request.singleton.name).\(accessor.name)" + (accessor.isFunction ? "()" : "")
            for path in paths {
                guard let file = request.index.file(path), !file.hasError else { continue }
                for property in file.owners.lazy.flatMap(\.properties)
                where !property.isStatic
                    && (property.isHolder(access: access) || property.isGathered(access: access, instance: instance))
                {
                    counts[property.name, default: 0] += 1
                }
            }
            // A single property doesn't make a name usual.
            result[accessor.name] = counts.filter { $0.value > 1 }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
        return result
    }

    /// Returns a name that is not used in the type's code in the file, or in the types it inherits from; nil if there is none.
    ///
    /// - Parameter added: names that the type gets in the same slice.
    func free(
        for instance: InjectedType,
        in owner: OwnerDecl,
        of file: ParsedFile,
        besides added: Set<String>
    ) -> String? {
        free(for: instance, in: owner) { name in
            // A function of the file could use anything that the file has.
            let isAlone = owner.kind == .file || owner.isLocal || request.options.isLate
            return added.contains(name) || (isAlone ? file.hasName(name) : file.hasName(name, in: owner))
        }
    }

    /// Returns a name that isn't taken, and that nothing in the type or in the types it inherits from has; nil if there is none.
    func free(for instance: InjectedType, in owner: OwnerDecl, besides isTaken: (String) -> Bool) -> String? {
        candidates(for: instance).first { name in
            !isTaken(name) && !globals.contains(name) && !isMember(name, of: owner)
        }
    }

    private func candidates(for instance: InjectedType) -> [String] {
        if let wanted { return [wanted] }
        let isNamedByAccessor = ![.instance, .function, .framework].contains(request.singleton.shape)
        let last = instance.typeName.split { ".( )".contains($0) }.last.map(String.init) ?? request.singleton.name
        let own = isNamedByAccessor ? instance.accessor.name : Self.lowered(from: last)
        let raised = own.prefix(1).uppercased() + own.dropFirst()
        return ([usual[instance.accessor.name], own, "shared\(raised)", "the\(raised)", "\(own)Instance"] as [String?])
            .compactMap(\.self)
            .filter(\.isPropertyName)
    }

    /// Returns `accountManager` for `AccountManager`, and `urlCache` for `URLCache`.
    static func lowered(from type: String) -> String {
        let capitals = type.prefix { $0.isUppercase }
        if capitals.count == type.count { return type.lowercased() }
        let count = max(1, capitals.count - 1)
        return type.prefix(count).lowercased() + type.dropFirst(count)
    }

    private func isMember(_ name: String, of owner: OwnerDecl) -> Bool {
        // What other files declare outside of types would be the same variable to the compiler.
        if owner.kind == .file {
            return index.paths(saying: name).contains { path in
                index.file(path).map { OwnerDecl(file: $0.tree.statements).namesElsewhere.contains(name) } ?? true
            }
        }
        var seen: Set<String> = []
        var open = [owner.name]
        while let type = open.popLast() {
            guard seen.insert(type).inserted else { continue }
            for (_, found) in index.declarations(of: type) {
                if found.memberNames.contains(name) { return true }
                open += found.inherited
            }
        }
        return owner.memberNames.contains(name)
    }

    static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "as", "false", "is", "nil", "self", "super", "throws", "true", "try", "any", "some", "actor", "await", "async",
    ]
}

extension String {
    /// Whether a property can have the name without backticks.
    package var isPropertyName: Bool { isPlainName && !PropertyName.keywords.contains(self) }
}
