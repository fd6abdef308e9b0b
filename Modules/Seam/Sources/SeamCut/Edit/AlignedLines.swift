import SeamKit

/// The lines that are aligned with the parenthesis behind an access, and move with it.
struct AlignedLines {
    let file: ParsedFile
    /// The shift of each line, by the place of its first token.
    private var shifts: [Int: Int] = [:]

    init(file: ParsedFile) { self.file = file }

    /// Notes that what stands before the parenthesis of a call has become longer, or shorter.
    mutating func shift(behind access: ExpressionNode, by columns: Int) {
        guard columns != 0, !access.code.contains("\n") else { return }
        for offset in access.linesAlignedBehind(in: file) { shifts[offset, default: 0] += columns }
    }

    var edits: [TextEdit] {
        shifts.sorted { $0.key < $1.key }.compactMap { offset, columns in
            if columns >= 0 { return TextEdit(offset: offset, old: "", new: String(repeating: " ", count: columns)) }
            let start = offset + columns
            let blank = String(repeating: " ", count: -columns)
            guard file.lineStart(of: offset) <= start, file.bytes[start..<offset].allSatisfy({ $0 == 32 }) else {
                return nil
            }
            return TextEdit(offset: start, old: blank, new: "")
        }
    }
}
