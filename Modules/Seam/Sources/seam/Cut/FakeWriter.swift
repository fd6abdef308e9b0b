import Foundation
import SeamGenerate
import SeamKit
import SeamCut

/// Adds a fake of the protocol to a plan, as `seam mocks` writes it.
///
/// Reasons: docs/adr/contracts-and-fakes.md.
struct FakeWriter {
    /// Where the fake is written.
    var place: TestFolder

    init(root: String, map: CodeMap, folder: String) {
        place = TestFolder(root: root, map: map, folder: folder)
    }

    /// Returns the plan with the files of the fake that aren't there yet or differ.
    ///
    /// - Throws: the reason why the protocol can have no fake.
    func adding(to plan: CutPlan) throws(ToolFailure) -> CutPlan {
        guard let abstraction = plan.abstraction, abstraction.problem == nil, !abstraction.file.isEmpty,
            let source = place.source(of: abstraction, in: plan)
        else { return plan }
        var options = MockOptions(protocols: [abstraction.name], imports: place.imports(of: abstraction))
        options.isMainActorDefault = abstraction.isMainActorDefault
        let output = Mocks.write(
            [source],
            context: place.context(of: source.text),
            options: options,
            format: place.format(of: source.text)
        )
        if let problem = output.problems.first {
            let message = "\(problem.description). Leave --fake out, and write the fake by hand"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        var changed = plan
        for file in output.files {
            if let change = try change(for: file, isShared: !file.path.hasPrefix("Mock")) {
                changed.changes.append(change)
            }
        }
        changed.changes.sort { $0.path < $1.path }
        return changed
    }

    private func change(for file: GeneratedFile, isShared: Bool) throws(ToolFailure) -> FileChange? {
        let path = place.folder + "/" + file.path
        guard let text = place.text(at: path) else {
            let edit = TextEdit(offset: 0, old: "", new: file.text)
            return FileChange(path: path, bytes: [], edits: [edit], isNew: true)
        }
        // The recorders of other fakes in the folder are the same, but for their access.
        if text == file.text || isShared { return nil }
        guard text.hasPrefix(GeneratedFile.mark) else {
            throw ToolFailure(
                message: "\(path) is written by hand, and in the way of the fake; move it, or leave --fake out",
                exitCode: .usage
            )
        }
        return FileChange(path: path, bytes: Array(text.utf8), edits: [TextEdit(offset: 0, old: text, new: file.text)])
    }
}
