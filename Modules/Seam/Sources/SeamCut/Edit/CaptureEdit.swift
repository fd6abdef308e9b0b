import SeamKit

/// The names that uses of a file let closures capture.
struct Captures {
    private var closures: [ClosureNode] = []
    private var names: [ClosureNode: [String]] = [:]

    mutating func add(_ name: String, to closure: ClosureNode) {
        if names[closure] == nil { closures.append(closure) }
        if names[closure]?.contains(name) != true { names[closure, default: []].append(name) }
    }

    /// The edits of the capture lists, one for each closure that doesn't capture its names yet.
    var edits: [TextEdit] {
        closures.compactMap { closure in
            let own = closure.captures.map(\.name)
            let text = names[closure, default: []].filter { !own.contains($0) }.joined(separator: ", ")
            let slot = closure.captureSlot
            return text.isEmpty ? nil : TextEdit(offset: slot.offset, old: "", new: slot.before + text + slot.after)
        }
    }
}
