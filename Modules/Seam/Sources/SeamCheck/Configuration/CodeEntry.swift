import Yams

/// An entry of a list of folders with generated code: what the keys have in common that `mocks`, `models` and `services` read.
struct CodeEntry {
    let fields: [String: Node]
    /// The key of the list: `mocks`.
    let section: String
    let reader: YAMLReader

    /// Reads the list of entries. Each must have `sources` and `output`.
    ///
    /// - Parameter keys: the keys of an entry besides `sources`, `output`, `context` and `imports`.
    static func read(_ node: Node, _ section: String, _ keys: [String], _ reader: YAMLReader) -> [CodeEntry] {
        let entries = reader.items(node, in: section).map { item in
            let known = ["sources", "output", "context", "imports"] + keys
            let fields = reader.fields(item, known: known, in: "an entry of \(section)")
            for key in ["sources", "output"] where fields[key] == nil {
                reader.report(item, "an entry of \(section) does not say its `\(key)`")
            }
            return CodeEntry(fields: fields, section: section, reader: reader)
        }
        reportSharedFolders(entries)
        return entries
    }

    /// Reports folders that two entries write to: each would delete the files of the other.
    private static func reportSharedFolders(_ entries: [CodeEntry]) {
        var lines: [String: Int] = [:]
        for entry in entries {
            for key in ["output", "tests"] {
                guard let node = entry.fields[key], let path = node.scalar?.string else { continue }
                let line = node.mark?.line ?? 0
                // Some file systems ignore case.
                let folder = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/").lowercased()
                guard let other = lines.updateValue(line, forKey: folder) else { continue }
                let message =
                    "\(entry.place(key)) is the same folder as that on line \(other); each needs one of its own"
                entry.reader.report(line: line, message)
            }
        }
    }

    func paths(_ key: String) -> [String] {
        fields[key].map { reader.paths($0, in: place(key)) } ?? []
    }

    func path(_ key: String) -> String? {
        fields[key].flatMap { reader.path($0, in: place(key)) }
    }

    func names(_ key: String) -> [String] {
        fields[key].map { reader.names($0, in: place(key)).map(\.text) } ?? []
    }

    func text(_ key: String) -> String? {
        fields[key].flatMap { reader.text($0, in: place(key)) }
    }

    /// Returns one of several words.
    func word(_ key: String, _ known: [String]) -> String? {
        guard let node = fields[key], let word = text(key) else { return nil }
        if known.contains(word) { return word }
        reader.report(node, "\(place(key)) must be one of \(known.joined(separator: ", "))")
        return nil
    }

    func isTrue(_ key: String, default value: Bool) -> Bool {
        fields[key].map { reader.isTrue($0, in: place(key)) } ?? value
    }

    /// The access level of declarations; nil if the entry says none.
    var access: String? { word("access", ["internal", "package", "public"]) }

    /// Whether the main actor is the default isolation.
    var isMainActorDefault: Bool { word("default-isolation", ["MainActor", "nonisolated"]) == "MainActor" }

    private func place(_ key: String) -> String { "`\(key)` of \(section)" }
}
