import SeamKit

/// Finds out whether code has certainly read an accessor by the time that a call is made.
struct ReadBefore {
    let index: CodeTree
    /// The names of the accessor: `Store`, `shared`; one for a global.
    let access: [String]

    /// Returns the line of a read that certainly runs before a call, in the member around it; nil if there is none.
    func line(before call: CallNode, in file: ParsedFile) -> Int? {
        call.ranBefore.lazy.compactMap { line(in: $0, of: file) }.first
    }

    /// Returns whether a read certainly runs before a closure is made, in the member around it.
    func isRead(before closure: ClosureNode, in file: ParsedFile) -> Bool {
        closure.ranAround.contains { line(in: $0, of: file) != nil }
    }

    /// Returns the line of a read that certainly runs when a piece of code does; nil if there is none.
    private func line(in code: CodeNode, of file: ParsedFile) -> Int? {
        guard let name = access.last else { return nil }
        let base = access.count > 1 ? access.dropLast().joined(separator: ".") : nil
        let reads = file.tokens(name, in: code).compactMap(\.nameNode).filter { name in
            base.map { $0 == name.base?.code } ?? !name.isMember
        }
        let certain = reads.first { $0.expression.isCertain(in: code, where: index.computesArguments(of:)) }
        return certain.map { file.line(of: $0.offset) }
    }
}
