import SeamKit
import SwiftSyntax

/// A use that reads a static property already, and could get an instance that was passed.
struct StaticRead {
    let row: Int
    let access: ExprSyntax
    let holding: Holding
    /// The static property.
    let dependency: Dependency

    /// Reads a use that goes through a static property of its type; nil if it does not, or can get no instance.
    init?(row: Int, in file: ParsedFile, of request: CutRequest) {
        let (use, options, singleton) = (request.uses[row], request.options, request.singleton)
        guard options.slice.contains(use), options.protocolName == nil, options.style == .initializer,
            let offset = file.offset(line: use.line, column: use.column),
            let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)),
            let (base, name, access) = Self.read(at: token), !Self.isFallback(access)
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

    /// Returns the expression that reads a static property, `Type.name` or in static members `name`.
    private static func read(at token: TokenSyntax) -> (base: String?, name: String, access: ExprSyntax)? {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
        if token.text.first?.isUppercase == true, let member = reference.parent?.as(MemberAccessExprSyntax.self),
            member.base?.id == reference.id
        {
            return (token.text, member.declName.baseName.text, ExprSyntax(member))
        }
        return (nil, token.text, ExprSyntax(reference))
    }

    private static func isFallback(_ access: ExprSyntax) -> Bool {
        guard let list = access.parent?.as(ExprListSyntax.self), let position = list.index(of: access),
            position != list.startIndex
        else { return false }
        return list[list.index(before: position)].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    }
}
