import Foundation
import SeamGenerate
import SeamKit
import SeamRewrite

/// Adds a fake of the protocol to a plan, as `seam mocks` writes it.
struct FakeWriter {
    /// Path of the tree.
    var root: String
    var map: CodeMap
    /// The folder of the fake, relative to the root.
    var folder: String

    /// Returns a folder without `./` before it and slashes after it.
    static func relative(_ folder: String) -> String {
        folder.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }.joined(separator: "/")
    }

    /// Returns the plan with the files of the fake that aren't there yet or differ.
    ///
    /// - Throws: the reason why the protocol can have no fake.
    func adding(to plan: CutPlan) throws(ToolFailure) -> CutPlan {
        guard let abstraction = plan.abstraction, abstraction.problem == nil, !abstraction.file.isEmpty else {
            return plan
        }
        let new = plan.changes.first { $0.path == abstraction.file && $0.isNew }
        guard let bytes = new.map({ Data($0.result) }) ?? FileManager.default.contents(atPath: path(abstraction.file))
        else { return plan }
        let source = SourceText(path: abstraction.file, text: String(decoding: bytes, as: UTF8.self))
        var options = MockOptions(protocols: [abstraction.name], imports: imports(abstraction))
        options.isMainActorDefault = abstraction.isMainActorDefault
        let output = Mocks.write([source], context: context(source.text), options: options, format: format(source.text))
        if let problem = output.problems.first { throw ToolFailure(message: problem.description, exitCode: .usage) }
        var files = output.files
        // Without a configuration, `swift format` would indent in its own way.
        if let configuration = CodeFormat.file(nearestTo: path(folder)) {
            do {
                files = try ToolchainFormat.format(files, configuration: configuration)
            } catch {
                throw ToolFailure(message: error.description, exitCode: .usage)
            }
        }
        var changed = plan
        for file in files {
            if let change = try change(file, isShared: !file.path.hasPrefix("Mock")) { changed.changes.append(change) }
        }
        changed.changes.sort { $0.path < $1.path }
        return changed
    }

    private func change(_ file: GeneratedFile, isShared: Bool) throws(ToolFailure) -> FileChange? {
        let place = folder + "/" + file.path
        guard let old = FileManager.default.contents(atPath: path(place)) else {
            let edit = TextEdit(offset: 0, old: "", new: file.text)
            return FileChange(path: place, bytes: [], edits: [edit], isNew: true)
        }
        let text = String(decoding: old, as: UTF8.self)
        // The recorders of other fakes in the folder are the same, but for their access.
        if text == file.text || isShared { return nil }
        guard text.hasPrefix(GeneratedFile.mark) else {
            throw ToolFailure(message: "written by hand, and in the way: \(place)", exitCode: .usage)
        }
        return FileChange(path: place, bytes: [UInt8](old), edits: [TextEdit(offset: 0, old: text, new: file.text)])
    }

    private func path(_ relative: String) -> String { root + "/" + relative }

    /// What a fake in the folder has to import in order to see the protocol.
    private func imports(_ abstraction: ProtocolPlan) -> [String] {
        let own = module(of: abstraction.file)
        guard let own, module(of: folder + "/") != own else { return [] }
        return [abstraction.isPublic ? own : "@testable \(own)"]
    }

    /// The module whose folder is the nearest around a path.
    private func module(of path: String) -> String? {
        let folders = map.modules.flatMap { module in module.folders.map { (module.name, $0) } }
        return folders.filter { $0.1.isEmpty || path.hasPrefix($0.1 + "/") }.max { $0.1.count < $1.1.count }?.0
    }

    /// The format of the folder, or the indentation of the protocol.
    private func format(_ text: String) -> CodeFormat {
        if let file = CodeFormat.file(nearestTo: path(folder)) { return CodeFormat.of(file: file) }
        let line = text.split(separator: "\n").first { $0.first == " " || $0.first == "\t" }
        return CodeFormat(
            indentation: line.map { String($0.prefix { $0 == " " || $0 == "\t" }) } ?? "    ",
            lineLength: 120
        )
    }

    /// The files that declare types which the protocol names: a fake has to know which of them are `Sendable`.
    private func context(_ text: String) -> [SourceText] {
        let words = Set(Self.words(text).filter { $0.first?.isUppercase == true })
        let kinds: Set<String> = ["class", "struct", "enum", "actor", "protocol", "typealias", "extension"]
        return map.files.compactMap { file in
            guard !file.isTest, let data = FileManager.default.contents(atPath: path(file.path)) else { return nil }
            let text = String(decoding: data, as: UTF8.self)
            var previous = ""
            for word in Self.words(text) {
                if kinds.contains(previous), words.contains(word) { return SourceText(path: file.path, text: text) }
                previous = word
            }
            return nil
        }
    }

    private static func words(_ text: String) -> [String] {
        text.utf8.split { byte in
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            return !isLetter && !isDigit && byte != UInt8(ascii: "_") && byte < 0x80
        }.compactMap { String($0) }
    }
}
