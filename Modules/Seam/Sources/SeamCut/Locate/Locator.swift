import SeamKit

/// A use, with the file that has it and what is around it.
struct LocatedUse {
    let request: CutRequest
    /// The number of the use.
    let row: Int
    let use: Use
    let file: ParsedFile
    let context: UseContext
}

/// The first stage: finds the expression of each use in its file.
struct Locator {
    let request: CutRequest

    /// What the map says of a use.
    static let ofMap: [Check<Use>] = [.objectiveC, .test, .wrapper, .delegate, .held, .byName]
    static let ofFile: [Check<ParsedFile?>] = [.changed, .linked, .syntax]
    /// What may stand where an access was expected.
    static let ofOthers: [Check<OtherAccess>] = [.noInstance, .own, .spelling]

    /// Returns where a use is, or why it stays.
    func locate(_ row: Int, others: [Check<OtherAccess>] = ofOthers) -> Result<LocatedUse, Reason> {
        let use = request.uses[row]
        let file = request.index.file(use.file)
        if let reason = request.reasons.first(of: Self.ofFile, for: file) { return .failure(reason) }
        guard let file else { return .failure(.unexplained) }
        guard let context = UseContext(use, of: request.singleton, in: file) else {
            let other = OtherAccess(use: use, singleton: request.singleton, file: file)
            return .failure(request.reasons.first(of: others, for: other) ?? .unexplained)
        }
        return .success(LocatedUse(request: request, row: row, use: use, file: file, context: context))
    }
}

/// What stands at the place of a use, if that is no access through an accessor.
struct OtherAccess {
    let use: Use
    let singleton: Singleton
    let file: ParsedFile

    /// The first token of the use.
    var token: TokenNode? { file.token(line: use.line, column: use.column) }

    /// The type or extension around the use.
    var owner: OwnerDecl? { token.flatMap(file.owner(around:)) }
}

extension Reason {
    /// Stands for a reason that a test has switched off, where nothing else can be said.
    static let unexplained = Reason("unexplained", "", examples: [])
}
