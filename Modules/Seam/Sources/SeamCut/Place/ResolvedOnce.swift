import SeamKit

// A function or an initializer that falls back to the accessor several times does so once, where it would at first.
extension Placement {
    /// A read of an optional parameter.
    struct Late {
        /// The body of the function or the initializer.
        let body: BlockNode
        /// The name for what the parameter or the accessor has.
        let name: String
        /// The name of the parameter.
        let optional: String
        /// The accessor, where its type is expected.
        let value: String
    }

    /// Lets the statements that read an instance first name it, for those behind them.
    mutating func resolveOnce() {
        let late = reads.indices.filter { reads[$0].late != nil }
        let groups = Dictionary(grouping: late) { reads[$0].late.map { "\($0.body.offset) \($0.name)" } ?? "" }
        for (_, rows) in groups.sorted(by: { $0.key < $1.key }) where rows.count > 1 {
            for (_, rows) in Dictionary(grouping: rows, by: { reads[$0].file.path }) where rows.count > 1 {
                guard let first = rows.min(by: { reads[$0].access.offset < reads[$1].access.offset }),
                    let edit = resolution(of: reads[first])
                else { continue }
                locals.append((reads[first].file, edit))
                for row in rows { reads[row].expression = reads[row].late?.name ?? reads[row].expression }
            }
        }
    }

    /// The edit that names the instance before the statement with a read; nil if the statement computes something else first.
    private func resolution(of read: Read) -> TextEdit? {
        guard let late = read.late,
            let statement = late.body.list.first(where: { $0.extent.contains(read.access.offset) }),
            statement.computesFirst(read.access) || read.access.statementThatBegins == statement
        else { return nil }
        let (file, offset) = (read.file, statement.offset)
        let indent = file.indent(of: offset)
        guard file.lineStart(of: offset) + indent.utf8.count == offset else { return nil }
        let line = "let \(late.name) = \(late.optional) ?? \(late.value)"
        return TextEdit(offset: offset, old: "", new: line + file.newline + indent)
    }
}
