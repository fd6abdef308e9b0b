import Foundation
import SeamGenerate
import SeamKit
import SeamCut

/// A folder of a tree that a cut writes tests or fakes to.
struct TestFolder {
    /// Path of the tree.
    var root: String
    var map: CodeMap
    /// The folder, relative to the root.
    var folder: String

    /// Returns a folder without `./` before it and slashes after it.
    static func relative(_ folder: String) -> String {
        folder.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }.joined(separator: "/")
    }

    /// Returns the path of a file of the tree.
    func path(of relative: String) -> String { root + "/" + relative }

    /// Returns the text of a file of the tree; nil if it can't be read.
    func text(at relative: String) -> String? { FileReader.text(at: path(of: relative)) }

    /// Returns the source of a plan's protocol: the planned one, or the existing one.
    func source(of abstraction: ProtocolPlan, in plan: CutPlan) -> SwiftDocument? {
        let new = plan.changes.first { $0.path == abstraction.file && $0.isNew }
        let text = new.map { String(decoding: $0.result, as: UTF8.self) } ?? text(at: abstraction.file)
        return text.map { SwiftDocument(path: abstraction.file, text: $0) }
    }

    /// What a file of the folder has to import in order to see the protocol.
    func imports(of abstraction: ProtocolPlan) -> [String] {
        guard let own = module(of: abstraction.file), module(of: folder + "/") != own else { return [] }
        return [abstraction.isPublic ? own : "@testable \(own)"]
    }

    /// Returns the module whose folder is the nearest around a path.
    func module(of path: String) -> String? {
        let folders = map.modules.flatMap { module in module.folders.map { (module.name, $0) } }
        return folders.filter { $0.1.isEmpty || path.hasPrefix($0.1 + "/") }.max { $0.1.count < $1.1.count }?.0
    }

    /// The format of the folder, or the indentation of the protocol.
    func format(of text: String) -> CodeFormat {
        if let file = CodeFormat.file(nearestTo: path(of: folder)) { return CodeFormat.of(file: file) }
        let line = text.split(separator: "\n").first { $0.first == " " || $0.first == "\t" }
        return CodeFormat(
            indentation: line.map { String($0.prefix { $0 == " " || $0 == "\t" }) } ?? "    ",
            lineLength: 120
        )
    }

    /// Returns the files that declare types which a text names: a fake has to know which of them are `Sendable`.
    func context(of text: String) -> [SwiftDocument] {
        let words = Set(Self.words(in: text).filter { $0.first?.isUppercase == true })
        let kinds: Set<String> = ["class", "struct", "enum", "actor", "protocol", "typealias", "extension"]
        return map.files.compactMap { file in
            guard !file.isTest, let text = self.text(at: file.path) else { return nil }
            var previous = ""
            for word in Self.words(in: text) {
                if kinds.contains(previous), words.contains(word) { return SwiftDocument(path: file.path, text: text) }
                previous = word
            }
            return nil
        }
    }

    private static func words(in text: String) -> [String] {
        text.utf8.split { !$0.isOfName }.compactMap { String($0) }
    }
}
