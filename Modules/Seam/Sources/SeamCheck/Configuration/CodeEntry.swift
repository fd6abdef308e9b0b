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
    static func read(_ node: Node, section: String, keys: [String], reader: YAMLReader) -> [CodeEntry] {
        let entries = reader.items(of: node, in: section).map { item in
            let known = ["sources", "output", "context", "imports"] + keys
            let fields = reader.fields(of: item, known: known, in: "an entry of \(section)")
            for key in ["sources", "output"] where fields[key] == nil {
                reader.report(item, message: "an entry of \(section) does not say its `\(key)`")
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
                    "\(entry.place(of: key)) is the same folder as that on line \(other); each needs one of its own"
                entry.reader.report(line: line, message: message)
            }
        }
    }

    func paths(for key: String) -> [String] {
        fields[key].map { reader.paths(of: $0, in: place(of: key)) } ?? []
    }

    func path(for key: String) -> String? {
        fields[key].flatMap { reader.path(of: $0, in: place(of: key)) }
    }

    func names(for key: String) -> [String] {
        fields[key].map { reader.names(of: $0, in: place(of: key)).map(\.text) } ?? []
    }

    func text(for key: String) -> String? {
        fields[key].flatMap { reader.text(of: $0, in: place(of: key)) }
    }

    /// Returns one of several words.
    func word(for key: String, among known: [String]) -> String? {
        guard let node = fields[key], let word = text(for: key) else { return nil }
        if known.contains(word) { return word }
        reader.report(node, message: "\(place(of: key)) must be one of \(known.joined(separator: ", "))")
        return nil
    }

    func isTrue(_ key: String, default value: Bool) -> Bool {
        fields[key].map { reader.isTrue($0, in: place(of: key)) } ?? value
    }

    /// The access level of declarations; nil if the entry says none.
    var access: String? { word(for: "access", among: ["internal", "package", "public"]) }

    /// Whether the main actor is the default isolation.
    var isMainActorDefault: Bool { word(for: "default-isolation", among: ["MainActor", "nonisolated"]) == "MainActor" }

    private func place(of key: String) -> String { "`\(key)` of \(section)" }
}
