import SeamKit

/// The sources of a tree that couldn't be read whole, and what their text may say.
///
/// Nobody knows what such a source declares. A cut takes nothing away, so that it needs to know only what the source may have to
/// do with a caller: a subclass that overrides the initializer, a conformance, the initializer as a value. Any of these says a name.
struct UnreadSources: Sendable {
    /// The problems without a text to look at: of whole folders, of manifests, of files that can't be opened.
    let opaque: [SourceProblem]
    /// The paths of all sources that weren't read whole.
    let paths: Set<String>
    private let texts: [[UInt8]]

    init(_ problems: [SourceProblem], read: (String) -> [UInt8]?) {
        var opaque: [SourceProblem] = []
        var texts: [[UInt8]] = []
        var seen: Set<String> = []
        for problem in problems {
            let hasText = [.syntax, .depth, .time, .encoding].contains(problem.kind)
            guard hasText, let bytes = read(problem.path) else {
                opaque.append(problem)
                continue
            }
            if seen.insert(problem.path).inserted { texts.append(bytes) }
        }
        (self.opaque, self.texts) = (opaque, texts)
        paths = Set(problems.map(\.path))
    }

    /// Whether everything was read.
    var isEmpty: Bool { paths.isEmpty }

    /// Returns whether one of them says a word, in code or elsewhere.
    func says(_ word: String) -> Bool { texts.contains { WordSearch.contains(word, in: $0) } }

    /// Returns whether one of them may declare or extend a type with this last name, or declare another name for one.
    func declares(_ name: String) -> Bool { texts.contains { WordSearch.declares(name, in: $0) } }
}

extension CodeTree {
    /// Returns whether a source that wasn't read whole may have to do with a caller.
    func mayConcernUnread(_ owner: OwnerDecl?) -> Bool {
        guard !sources.unread.isEmpty else { return false }
        // A function or a variable outside of types has too many ways to be named.
        guard let owner, owner.kind != .file else { return true }
        let (names, inherited) = lastNames.relatives(of: owner.simpleName)
        return names.contains(where: sources.unread.says) || inherited.contains(where: sources.unread.declares)
    }
}
