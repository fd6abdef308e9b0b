import ArgumentParser
import Foundation
import SeamKit
import SeamRewrite

/// What all commands that change sources share: how the plan is shown, verified and written.
struct SliceOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case diff
        case json
    }

    @Option(help: "Name of the property; else the one that the code base uses.")
    var name: String?

    @Flag(help: "Let the roots make the instance earlier than its first use did.")
    var early = false

    @Option(
        help: ArgumentHelp(
            "Run this command on the slice in a copy of the tree, and take out the callers that break it.",
            valueName: "command"
        )
    )
    var verify: String?

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
        if let name, !name.isPropertyName { throw ValidationError("--name is the name of a property.") }
    }

    /// Plans a slice for the singleton, verifies and writes it where that is asked for, and returns it.
    func run(
        _ singleton: String,
        path: String,
        stage: Stage,
        protocol protocolName: String? = nil,
        into module: String? = nil,
        style: Style = .initializer,
        provider: String? = nil,
        structs: Bool = false,
        fake folder: String? = nil,
        contract: String? = nil,
        slice: (CodeMap, Singleton) throws(ToolFailure) -> Slice
    ) throws -> CutPlan {
        let root = tree.root(path)
        let writer = SliceWriter(root: root)
        if write { try recover(writer) }
        var analysis = try tree.options(root)
        analysis.trees = SyntaxTrees(naming: singleton.split(separator: ".").last.map(String.init) ?? singleton)
        let map = try tree.map(root, analysis)
        let target = try target(map, singleton)
        var options = Cut.Options(stage: stage, slice: try slice(map, target), name: name)
        options.isEarlyAllowed = early
        options.includesStructs = structs
        (options.protocolName, options.protocolModule) = (protocolName, module)
        (options.style, options.provider) = (style, provider)
        options.roots = try tree.roots(root)
        var plan = Cut.plan(map, root: root, singleton: target, options: options, analysis: analysis)
        if let abstraction = plan.abstraction, let problem = abstraction.problem {
            throw ToolFailure(message: "no protocol \(abstraction.name): \(problem)", exitCode: .usage)
        }
        let fake = folder.map(TestFolder.relative)
        let fakes = fake.map { FakeWriter(root: root, map: map, folder: $0) }
        let contracts = contract.map {
            ContractAdder(root: root, map: map, folder: TestFolder.relative($0), fakes: fake ?? "")
        }
        func withTests(_ plan: CutPlan) throws(ToolFailure) -> CutPlan {
            let faked = try fakes?.adding(to: plan) ?? plan
            return try contracts?.adding(to: faked) ?? faked
        }
        plan = try withTests(plan)
        if write { try requireClean(root, plan) }
        if let verify {
            plan = try SliceVerifier(root: root, command: verify).verified { broken in
                options.excluding = broken
                let plan = Cut.plan(map, root: root, singleton: target, options: options, analysis: analysis)
                // A plan that could be faked before can be now.
                return (try? withTests(plan)) ?? plan
            }
        }
        try Output.write(format == .json ? plan.json() : plan.diff, to: output, replacesAny: force)
        Terminal.error(plan.summary.trimmingCharacters(in: .newlines))
        guard write else { return plan }
        do throws(WriteFailure) {
            try writer.write(plan.changes)
        } catch {
            throw ToolFailure(error)
        }
        return plan
    }

    private func requireClean(_ root: String, _ plan: CutPlan) throws(ToolFailure) {
        guard !allowDirty, !plan.changes.isEmpty else { return }
        do throws(WriteFailure) {
            try GitTree(root: root).requireClean()
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

    private func target(_ map: CodeMap, _ singleton: String) throws(ToolFailure) -> Singleton {
        let called = map.singletons.filter { $0.isCalled(singleton) }
        // The id of one can be the name of the type of another, such as a global's.
        let found = called.contains { $0.id == singleton } ? called.filter { $0.id == singleton } : called
        guard let first = found.first else {
            throw ToolFailure(message: UnknownSingleton.message(singleton, in: map), exitCode: .notFound)
        }
        guard found.count == 1 else {
            let ids = found.map(\.id).joined(separator: ", ")
            throw ToolFailure(message: "\(singleton) means several singletons: \(ids)", exitCode: .usage)
        }
        return first
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
