import SeamKit

/// Finds or plans a provider: one value that carries several instances to callers.
///
/// Each instance in it is nil unless somebody sets it, so that the accessor is read as late as before.
struct Provider {
    /// A property that the provider gets.
    struct Field {
        var name: String
        var type: String
        /// The name of the accessor.
        var accessor: String
        /// The accessor as code spells it.
        var expression: String
        /// The modules to import for the type.
        var imports: [String]
        var access: String
        var isSendable: Bool
    }

    private let request: CutRequest
    /// The provider's name.
    let name: String
    /// The module that is to have a new one; nil for that of the first instance.
    let into: String?
    private var fields: [Field] = []
    /// The place of a new one.
    private var home: CarrierHome?

    init(request: CutRequest, name: String, into: String?) {
        (self.request, self.name, self.into) = (request, name, into)
    }

    private var index: CodeTree { request.index }

    /// Its declaration; nil if it is new.
    var existing: (file: ParsedFile, owner: OwnerDecl)? { index.type(named: name) }

    /// Whether it can be given away to other actors. The first instance in a new one decides.
    var isSendable: Bool {
        if let existing { return existing.owner.inherited.contains("Sendable") }
        return fields.first?.isSendable ?? false
    }

    /// Returns what carries an instance; nil if the provider can't.
    ///
    /// - Parameters:
    ///   - instance: the accessor, as callers see it.
    ///   - users: the modules with uses.
    ///   - names: the names that the property may have, the best first.
    mutating func carrier(
        of instance: InjectedType,
        as choice: ProtocolChoice?,
        users: Set<String>,
        names: [String]
    ) -> Carrier? {
        let known = existing
        let module = known.map { index.module(ofFile: $0.file.path) } ?? home?.module ?? into
        guard instance.isSendable || !isSendable, isUsable,
            let place = CarrierHome(request: request, instance: instance, choice: choice, into: module),
            let imports = place.imports, let type = place.typeAccess(for: users)
        else { return nil }
        let home = home ?? place
        let path = known?.file.path ?? home.folder + name + ".swift"
        guard known != nil || !index.sources.exists(path) else { return nil }
        let own = known.map { $0.owner.modifiers.first(of: "public", "package") ?? "" }
        let access = own ?? fields.first?.access ?? type
        var carrier = Carrier(name: name, module: home.module, path: path, access: access)
        carrier.isNew = known == nil
        let variables = known?.owner.variables.compactMap(\.parts.first) ?? []
        for member in names {
            carrier.member = member
            if let variable = variables.first(where: { $0.written == member }) {
                if variable.type?.structure == instance.optionalType { return carrier }
            } else if !fields.contains(where: { $0.name == member }), known?.owner.memberNames.contains(member) != true
            {
                self.home = home
                fields.append(
                    Field(
                        name: member,
                        type: instance.optionalType.text,
                        accessor: instance.accessor.name,
                        expression: instance.accessor.expression(in: request.singleton),
                        imports: imports,
                        access: access.isEmpty ? "" : type,
                        isSendable: instance.isSendable
                    )
                )
                return carrier
            }
        }
        return nil
    }

    private var isUsable: Bool {
        guard let (file, owner) = existing else {
            // A new name has to be free in each module that may see it.
            return index.lastNames.types(name).isEmpty
        }
        return owner.kind == .struct && owner.name == name && !owner.isLocal && !owner.isConditional
            && !owner.node.isGeneric && !owner.isPrivate && file.isEditable
    }

    // MARK: Text

    /// Returns the change that declares what some accessors need; nil if nothing is missing.
    func change(for accessors: Set<String>, _ imported: inout Imports) -> FileChange? {
        let fields = fields.filter { accessors.contains($0.accessor) }
        guard let home, !fields.isEmpty else { return nil }
        let lines = fields.flatMap { field in
            let access = field.access.isEmpty ? "" : field.access + " "
            return ["", "/// In place of `\(field.expression)`.", "\(access)var \(field.name): \(field.type)"]
        }.dropFirst()
        let imports = Set(fields.flatMap(\.imports)).sorted()
        if let (file, owner) = existing {
            let edit = MemberInsertion(owner: owner, file: file).edit(inserting: Array(lines))
            let edits = imports.compactMap { imported.edit(of: $0, naming: "", in: file) } + [edit]
            return FileChange(path: file.path, bytes: file.bytes, edits: edits)
        }
        let access = fields[0].access.isEmpty ? "" : fields[0].access + " "
        let text =
            imports.map { "import \($0)" } + (imports.isEmpty ? [] : [""]) + [
                "/// Instances that callers take together; nil stands for that of the accessor.",
                "\(home.isolation)\(access)struct \(name)\(isSendable ? ": Sendable" : "") {",
            ] + lines.map { $0.isEmpty ? "" : "    " + $0 }
            // The memberwise initializer is not public.
            + (access.isEmpty ? [] : ["", "    \(access)init() {}"]) + ["}", ""]
        let edit = TextEdit(offset: 0, old: "", new: text.joined(separator: "\n"))
        return FileChange(path: home.folder + name + ".swift", bytes: [], edits: [edit], isNew: true)
    }
}
