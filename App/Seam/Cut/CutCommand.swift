import ArgumentParser
import Foundation
import SeamKit
import SeamRewrite

/// `seam cut`: moves the uses of a singleton to properties of their callers.
struct CutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        abstract: "Moves the uses of a singleton to properties of their callers, slice by slice.",
        usage: "seam cut SINGLETON [PATH] [--gather] [--write]",
        discussion: "Prints the plan as a unified diff and a summary. Changes files only with --write."
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case diff
        case json
    }

    @Argument(help: "The singleton: `Type`, `Module.Type`, or the name of a global.")
    var singleton: String

    @Argument(help: "Folder of the source tree.")
    var path = "."

    @Flag(help: "Only give each caller one computed property for the accessor.")
    var gather = false

    @Option(help: "Only the members and callers of this cut of the map.")
    var cut: String?

    @Option(help: "Only these callers, with commas between them.")
    var callers: String?

    @Option(help: "Rewrite at most this many uses; callers are taken whole.")
    var maxUses: Int?

    @Option(help: "Name of the property; else the one that the code base uses.")
    var name: String?

    @Flag(help: "Write the slice.")
    var write = false

    @Flag(help: "Write although the git work tree has changes that aren't committed.")
    var allowDirty = false

    @Option(name: [.short, .long], help: "diff or json.")
    var format = Format.diff

    @Option(name: [.short, .long], help: "File for the plan; standard output without.", completion: .file())
    var output: String?

    @Flag(help: "Let --output replace a file that is no report of seam.")
    var force = false

    @OptionGroup var tree: MappedTree

    func validate() throws {
        if let maxUses, maxUses < 1 { throw ValidationError("--max-uses is 1 or more, not \(maxUses).") }
        if cut != nil, callers != nil { throw ValidationError("--cut names its callers; leave --callers out.") }
        let isName = name?.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ?? true
        if !isName || name?.first?.isNumber == true { throw ValidationError("--name is the name of a property.") }
    }

    func run() throws {
        let root = tree.root(path)
        let writer = SliceWriter(root: root)
        if write { try recover(writer) }
        let map = try tree.map(root)
        let target = try target(map)
        let options = Cut.Options(stage: gather ? .gather : .inject, slice: try slice(map, target), name: name)
        let plan = Cut.plan(map, root: root, singleton: target, options: options)
        try Output.write(format == .json ? plan.json() : plan.diff, to: output, replacesAny: force)
        Terminal.error(plan.summary.trimmingCharacters(in: .newlines))
        guard write else { return }
        do throws(WriteFailure) {
            if !allowDirty, !plan.changes.isEmpty { try GitTree(root: root).requireClean() }
            try writer.write(plan.changes)
        } catch {
            throw ToolFailure(error)
        }
    }

    private func recover(_ writer: SliceWriter) throws(ToolFailure) {
        do throws(WriteFailure) {
            let restored = try writer.recover()
            if !restored.isEmpty {
                Terminal.error("seam: took back a slice that was written in part: \(restored.joined(separator: ", "))")
            }
        } catch {
            throw ToolFailure(error)
        }
    }

    private func target(_ map: CodeMap) throws(ToolFailure) -> Singleton {
        let found = map.singletons.filter { $0.isCalled(singleton) }
        guard let first = found.first else {
            throw ToolFailure(
                message: "no singleton \(singleton) was found; `seam map` lists them all",
                exitCode: .usage
            )
        }
        guard found.count == 1 else {
            let ids = found.map(\.id).joined(separator: ", ")
            throw ToolFailure(message: "\(singleton) means several singletons: \(ids)", exitCode: .usage)
        }
        return first
    }

    private func slice(_ map: CodeMap, _ target: Singleton) throws(ToolFailure) -> Slice {
        var slice = Slice(callers: callers.map { Set($0.split(separator: ",").map(String.init)) })
        if let cut {
            let clusters = Ranking(map).cuts.filter { $0.singleton == target.id }
            guard let cluster = clusters.first(where: { $0.name == cut }) else {
                let names = clusters.map(\.name).joined(separator: ", ")
                throw ToolFailure(
                    message: "\(target.name) has no cut \(cut)" + (names.isEmpty ? "" : "; it has \(names)"),
                    exitCode: .usage
                )
            }
            slice = Slice(cluster)
        }
        slice.maxUses = maxUses
        return slice
    }
}

extension ToolFailure {
    init(_ failure: WriteFailure) {
        switch failure {
        case .changed(let path):
            self.init(message: "\(path) has changed since it was read; nothing was written", exitCode: .usage)
        case .unwritable(let path):
            self.init(message: "cannot write \(path); all files have their old contents", exitCode: .usage)
        case .dirty(let path):
            self.init(
                message: "\(path) has changes that aren't committed; commit them, or use --allow-dirty",
                exitCode: .usage
            )
        }
    }
}
