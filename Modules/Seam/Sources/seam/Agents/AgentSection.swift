import Foundation
import SeamKit

/// The section of `AGENTS.md` about `seam`.
enum AgentSection {
    static let fileName = "AGENTS.md"
    private static let start = "<!-- seam: this section is written by `seam init --agents` -->"
    private static let end = "<!-- seam: end -->"

    static let text = """
        \(start)
        ## Singletons

        New code takes what it needs in its initializer, and names no accessor such as `X.shared`. `seam` moves the code that does:

        1. `seam next` names one command. Without `--write` it shows the plan; read it.
        2. Run it with `--write`. Build, and run the tests. If they fail, undo the change and run it again with
           `--verify "swift build --build-tests"`, which leaves what breaks.
        3. Commit, and go back to 1 until it says that nothing is left.

        `seam explain FILE:LINE` says why a use was left. If it has to stay, write why: `// seam:allow TYPE: REASON`.
        `seam check` fails for new uses; never add to the baseline for them. Where it counts calls that rely on a default, a cut brings
        some, and the next step takes them away. `--format json` prints JSON, errors too, with the next command in `next`.
        \(end)

        """

    /// Returns a document with the section: in place of the one that it has, else at its end.
    static func added(to document: String) -> String {
        if let first = document.range(of: start),
            let last = document.range(of: end + "\n", range: first.upperBound..<document.endIndex)
        {
            return document.replacingCharacters(in: first.lowerBound..<last.upperBound, with: text)
        }
        guard !document.isEmpty else { return text }
        return document + (document.hasSuffix("\n\n") ? "" : document.hasSuffix("\n") ? "\n" : "\n\n") + text
    }

    /// Writes the section to the file of a tree.
    static func put(in root: String) throws(ToolFailure) {
        let path = root + "/" + fileName
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
            throw ToolFailure(message: FolderTrouble.text(of: root), exitCode: .usage)
        }
        var document = ""
        var before = StagedFile.Before.nothing
        if FileReader.mayExist(path) {
            let bytes = FileReader.bytes(at: path, limit: SourceLimits.listSize)
            guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
                throw ToolFailure(
                    message: "\(path) cannot be read as UTF-8; nothing was written",
                    exitCode: .unreadable
                )
            }
            document = text
            before = .content(bytes)
        }
        do throws(FileWriter.Failure) {
            let bytes = Array(added(to: document).utf8)
            try FileWriter.replace(fileName, in: WritableTree(root: root), with: bytes, over: before)
        } catch {
            throw ToolFailure(message: "\(path) cannot be written: \(error.reason)", exitCode: .output)
        }
    }
}
