import SeamKit

/// Writes the file of a protocol, in the way the type's file is written.
struct ProtocolText {
    let name: String
    let type: OwnerDecl
    let file: ParsedFile
    /// The access modifier with a space; empty for internal.
    let access: String
    let isolation: String
    let isSendable: Bool
    /// The isolation of the conformance, with a space.
    let conformance: String
    let found: [String: RequirementReader.Found]

    private static let lineLength = 120

    /// Returns the protocol with its default arguments.
    func text(hasConformance: Bool, imports: ProtocolImports) -> String {
        let requirements = found.keys.sorted().flatMap { found[$0]?.requirements ?? [] }
        var inherited: [String] = []
        if requirements.contains(where: \.isSettable) { inherited.append("AnyObject") }
        if isSendable { inherited.append("Sendable") }
        let parents = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
        var lines = ["/// The members of `\(type.name)` that its callers use."]
        lines.append("\(isolation)\(access)protocol \(name)\(parents) {")
        for requirement in requirements { lines += wrapped(requirement.text, depth: 1) }
        lines.append("}")
        if hasConformance { lines += ["", "extension \(type.name): \(conformance)\(name) {}"] }
        let defaults = requirements.compactMap(\.defaults)
        if !defaults.isEmpty {
            lines += [
                "",
                "// A requirement has no default arguments. The last parameter tells these methods from the requirements.",
                "\(isolation)extension \(name) {",
            ]
            for (position, text) in defaults.enumerated() {
                if position > 0 { lines.append("") }
                lines += wrapped(text[0].replacing(/\bfunc\b/, with: access + "func", maxReplacements: 1), depth: 1)
                lines.append(indent + indent + text[1])
                lines.append(indent + text[2])
            }
            lines.append("}")
        }
        let needed = imports.lines(for: lines.joined(separator: "\n"), isPublic: !access.isEmpty)
        return joined((needed.isEmpty ? [] : needed + [""]) + lines)
    }

    /// Returns the conformance for a file of its own.
    func conformance(importing module: String) -> String {
        joined(["import \(module)", "", "extension \(type.name): \(conformance)\(name) {}"])
    }

    private func joined(_ lines: [String]) -> String { lines.map { $0 + file.newline }.joined() }

    /// The indentation of the type's members.
    private var indent: String {
        let outer = file.indent(of: type.node.offset)
        for own in type.members.offsets.map(file.indent(of:)) {
            if own.count > outer.count, own.hasPrefix(outer) { return String(own.dropFirst(outer.count)) }
        }
        return "    "
    }

    /// Returns a declaration on one line, or with its parameters on lines of their own where it is too long.
    private func wrapped(_ text: String, depth: Int) -> [String] {
        let lead = String(repeating: indent, count: depth)
        guard text.count + lead.count > Self.lineLength, let open = text.firstIndex(of: "("),
            let parameters = Self.split(text[text.index(after: open)...])
        else { return [lead + text] }
        var lines = [lead + text[...open]]
        for (position, parameter) in parameters.list.enumerated() {
            lines.append(lead + indent + parameter + (position + 1 < parameters.list.count ? "," : ""))
        }
        return lines + [lead + ")" + parameters.rest]
    }

    /// Splits the text after a parenthesis at the commas up to the one that closes it; nil if an attribute stands before.
    private static func split(_ text: Substring) -> (list: [String], rest: String)? {
        var (list, current, depth) = ([String](), "", 0)
        var previous: Character = " "
        for (offset, character) in zip(text.indices, text) {
            defer { previous = character }
            switch character {
            case "(", "[", "<", "{": depth += 1
            case ")" where depth == 0:
                list.append(current)
                return (list, String(text[text.index(after: offset)...]))
            case ")", "]", "}": depth -= 1
            case ">" where previous != "-": depth -= 1
            case "," where depth == 0:
                list.append(current)
                current = ""
                continue
            case " " where current.isEmpty: continue
            default: break
            }
            current.append(character)
        }
        return nil
    }
}

/// The imports that a protocol needs, from the files that declare its members.
struct ProtocolImports {
    let index: CodeTree
    /// The module that the protocol is in.
    let module: String
    let files: [ParsedFile]

    static let standard: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "String", "Substring",
        "Character", "Bool", "Double", "Float", "Void", "Array", "Dictionary", "Set", "Optional", "Result", "Error",
        "Any",
        "AnyObject", "Sendable", "Never", "Hashable", "Equatable", "Comparable", "Codable", "Encodable", "Decodable",
        "Identifiable", "AsyncStream", "AsyncThrowingStream", "AsyncSequence", "Task", "Duration", "Sequence",
        "Collection",
        "Range", "ClosedRange", "MainActor", "Actor", "ContinuousClock", "KeyPath", "WritableKeyPath",
        "ObjectIdentifier",
        "StaticString", "Self", "CheckedContinuation", "AnyHashable", "AnyClass", "CaseIterable",
    ]

    /// Returns the lines for a text: the modules that declare its types, or all if some type isn't declared in the tree.
    func lines(for text: String, isPublic: Bool) -> [String] {
        let names = SwiftDocument(path: "", text: text).typesFromElsewhere.subtracting(Self.standard)
        var modules: Set<String> = []
        var isForeign = false
        for name in names {
            let homes = index.lastNames.homes(ofType: name)
            if homes.isEmpty { isForeign = true }
            modules.formUnion(homes.map(\.module))
        }
        var result: [String: String] = [:]
        let statements = files.flatMap { file in
            file.tree.imports.map { (file, $0) }
        }
        for (file, statement) in statements where !statement.attributeList.names.contains("testable") {
            let name = statement.module
            guard name != module else { continue }
            let isOfTree = index.module(name) != nil
            guard isOfTree ? modules.contains(name) : isForeign else { continue }
            let isFramework = !isOfTree && !index.imports(of: file).packages.contains(name)
            guard isFramework || index.isSeen(name, from: module) else { continue }
            var words = statement.line().split(separator: " ").map(String.init)
            words.removeAll {
                ["private", "fileprivate"].contains($0) || !isPublic && ["public", "package"].contains($0)
            }
            let line = words.joined(separator: " ")
            if line.count > result[statement.imported]?.count ?? 0 { result[statement.imported] = line }
        }
        return result.keys.sorted().compactMap { result[$0] }
    }
}
