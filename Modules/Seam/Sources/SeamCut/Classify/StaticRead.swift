import SeamKit

/// A use that reads a static property already, and could get an instance that was passed.
struct StaticRead {
    let row: Int
    let access: ExpressionNode
    let holding: Holding
    /// The static property.
    let dependency: Dependency

    /// Reads a use that goes through a static property of its type; nil if it does not, or can get no instance.
    init?(row: Int, in file: ParsedFile, of request: CutRequest) {
        let (use, options, singleton) = (request.uses[row], request.options, request.singleton)
        guard options.slice.contains(use), options.protocolName == nil, options.style == .initializer,
            let (base, name, access) = file.token(line: use.line, column: use.column)?.memberOrName, !access.isFallback
        else { return nil }
        for accessor in singleton.accessors {
            guard case .success(let instance) = request.instance(accessor) else { continue }
            let context = UseContext(around: access, accessor: accessor, in: file)
            let located = LocatedUse(request: request, row: row, use: use, file: file, context: context)
            let read = Access(located: located, instance: instance)
            let expression = accessor.expression(in: singleton)
            guard let owner = context.owner, base == nil || base == owner.simpleName, base != nil || context.isStatic,
                request.reasons.first(of: Classifier.ofCaller, for: located) == nil,
                let property = Self.parts(of: owner, in: file).lazy.flatMap(\.properties).first(where: {
                    $0.isStatic == (owner.kind != .file) && $0.name == name
                        && $0.isGathered(access: expression, instance: instance)
                }),
                case .failure(let reason) = Classifier(request: request).reading(read),
                let holding = Holding(of: read, insteadOf: reason)
            else { continue }
            (self.row, self.access, self.holding) = (row, access, holding)
            dependency = Dependency(
                owner: owner,
                file: file,
                access: expression,
                instance: instance,
                name: property.name
            )
            return
        }
        return nil
    }

    private static func parts(of owner: OwnerDecl, in file: ParsedFile) -> [OwnerDecl] {
        owner.kind == .file ? owner.parts : file.owners.filter { $0.name == owner.name }
    }
}
