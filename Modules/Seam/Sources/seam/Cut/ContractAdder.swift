import Foundation
import SeamGenerate
import SeamKit
import SeamCut

/// Adds the first rows of a contract to a plan with a protocol and a fake of it.
struct ContractAdder {
    /// Where the contract is written.
    var place: TestFolder
    /// The folder of the fake.
    var fakes: TestFolder

    init(root: String, map: CodeMap, folder: String, fakes: String) {
        place = TestFolder(root: root, map: map, folder: folder)
        self.fakes = TestFolder(root: root, map: map, folder: fakes)
    }

    /// Returns the plan with the contract, if its file isn't there yet.
    ///
    /// - Throws: the reason why there can be no contract, or that its file has another content.
    func adding(to plan: CutPlan) throws(ToolFailure) -> CutPlan {
        guard let abstraction = plan.abstraction, abstraction.problem == nil, !abstraction.file.isEmpty,
            let source = place.source(of: abstraction, in: plan)
        else { return plan }
        let subject = Contracts.Subject(
            protocolName: abstraction.name,
            type: abstraction.type,
            access: abstraction.access,
            imports: place.imports(of: abstraction) + typeImports(of: abstraction) + fakeImports,
            isMainActorDefault: abstraction.isMainActorDefault
        )
        let file: GeneratedFile
        do throws(GenerateProblem) {
            let context = place.context(of: source.text + " " + abstraction.type)
            file = try Contracts.write(
                source,
                context: context,
                subject: subject,
                format: place.format(of: source.text)
            )
        } catch {
            let message = "\(error.description). Leave --contract out, and write the contract by hand"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        var changed = plan
        if let change = try change(for: file) { changed.changes.append(change) }
        changed.changes.sort { $0.path < $1.path }
        return changed
    }

    private func change(for file: GeneratedFile) throws(ToolFailure) -> FileChange? {
        let path = place.folder + "/" + file.path
        guard let old = place.text(at: path) else {
            let edit = TextEdit(offset: 0, old: "", new: file.text)
            return FileChange(path: path, bytes: [], edits: [edit], isNew: true)
        }
        if old == file.text { return nil }
        throw ToolFailure(
            message: "\(path) has changed since it was begun, and stays as it is; leave --contract out",
            exitCode: .usage
        )
    }

    /// The module of the singleton's type, where that isn't the protocol's.
    private func typeImports(of abstraction: ProtocolPlan) -> [String] {
        guard let module = abstraction.typeModule, module != place.module(of: abstraction.file),
            module != place.module(of: place.folder + "/")
        else { return [] }
        return ["@testable \(module)"]
    }

    /// The module of the fake, where that isn't the contract's.
    private var fakeImports: [String] {
        guard let module = fakes.module(of: fakes.folder + "/"), module != place.module(of: place.folder + "/") else {
            return []
        }
        return ["@testable \(module)"]
    }
}
