import SeamKit

/// A replacement of some bytes of a file.
///
/// Reasons: docs/adr/text-edits.md.
public struct TextEdit: Sendable, Equatable {
    /// The first byte that is replaced, counted from 0.
    public var offset: Int
    /// The text before.
    public var old: String
    /// The text afterwards.
    public var new: String

    /// The first byte after the replaced ones.
    public var end: Int { offset + old.utf8.count }

    /// Creates an edit.
    public init(offset: Int, old: String, new: String) {
        self.offset = offset
        self.old = old
        self.new = new
    }
}

/// A file with its changes in a slice.
public struct FileChange: Sendable, Equatable {
    /// Path relative to the root of the tree.
    public var path: String
    /// The bytes the edits were made for.
    public var bytes: [UInt8]
    /// The edits, in order of their places, without overlaps.
    public var edits: [TextEdit]
    /// Whether there is no such file yet.
    public var isNew: Bool

    /// Creates a change. It sorts the edits, and joins those that replace the same white space, or insert something at the same place.
    public init(path: String, bytes: [UInt8], edits: [TextEdit], isNew: Bool = false) {
        self.path = path
        self.isNew = isNew
        self.bytes = bytes
        // What is inserted where something is replaced stands before it.
        let ordered = edits.enumerated().sorted {
            ($0.element.offset, $0.element.old.isEmpty ? 0 : 1, $0.offset)
                < ($1.element.offset, $1.element.old.isEmpty ? 0 : 1, $1.offset)
        }
        self.edits = []
        for edit in ordered.map(\.element) {
            let last = self.edits.last
            if let last, last.offset == edit.offset, !last.old.isEmpty, last.old == edit.old {
                var lines = last.new
                while lines.last?.isWhitespace == true { lines.removeLast() }
                self.edits[self.edits.count - 1].new = lines + edit.new
            } else if let last, last.offset == edit.offset, last.old.isEmpty, edit.old.isEmpty {
                let isDoubled = ["\n", "\r\n"].contains { last.new.hasSuffix($0 + $0) && edit.new.hasPrefix($0) }
                self.edits[self.edits.count - 1].new += edit.new.dropFirst(isDoubled ? 1 : 0)
            } else {
                self.edits.append(edit)
            }
        }
        assert(
            self.edits.allSatisfy { $0.end <= bytes.count && bytes[$0.offset..<$0.end].elementsEqual($0.old.utf8) },
            "an edit of \(path) replaces what isn't there"
        )
    }

    /// The bytes after the edits.
    public var result: [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for edit in edits {
            result += bytes[position..<edit.offset]
            result += Array(edit.new.utf8)
            position = edit.end
        }
        return result + bytes[position...]
    }
}
