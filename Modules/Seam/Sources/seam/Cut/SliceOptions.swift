import ArgumentParser
import Foundation
import SeamKit
import SeamCut
import SeamProgress

/// What all commands that change sources share: how the plan is shown, verified and written.
struct SliceOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case diff
        case json
    }

    @Option(help: "Name of the property; else the one that the code base uses.")
    var name: String?

    @Flag(
        help: """
            Let the instance be made earlier than today, also if somebody could see that: when a caller is made, or, when \
            threading or retiring, by the roots.
            """
    )
    var early = false

    @Flag(
        help: """
            When threading or retiring, let what is public in a library change or go, for a new major version; the plan \
            lists it.
            """
    )
    var api = false

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

    @OptionGroup var document: DocumentOptions
    @OptionGroup var tree: TreeOptions

    func validate() throws {
        if let name, !name.isPropertyName { throw ValidationError("--name is the name of a property.") }
    }

    /// The folders for what is written beside a protocol; nil for nothing.
    struct TestFolders {
        var fake: String?
        var contract: String?
    }

    /// Plans a slice for the singleton, verifies and writes it where that is asked for, and returns it.
    ///
    /// - Parameters:
    ///   - options: what the command's own arguments say of the plan.
    ///   - slice: the part of the cut to make.
    func run(
        _ singleton: String,
        path: String,
        options: Cut.Options,
        tests: TestFolders = TestFolders(),
        slice: (CodeMap, Singleton) throws(ToolFailure) -> Slice
    ) throws -> CutPlan {
        let root = tree.root(of: path)
        let writer = SliceWriter(root: root)
        try recover(writer)
        var analysis = try tree.options(for: root)
        analysis.trees = SyntaxTrees(naming: singleton.lastName)
        let analysed = try tree.analysed(root, options: analysis)
        let map = analysed.map
        let planner = CutPlanner(analysed, root: root, analysis: analysis)
        if options.stage == .retire { try requireLeft(singleton, planner, map) }
        let (target, member) = try target(in: map, named: singleton)
        var options = options
        (options.slice, options.name) = (try slice(map, target), name)
        (options.isEarlyAllowed, options.changesAPI) = (early, api)
        if let member { try limit(&options, to: member, of: target) }
        options.roots = try tree.roots(in: root)
        try requireRead(planner.obstacles(to: options, of: target))
        var plan = planner.plan(target, options)
        if let abstraction = plan.abstraction, let problem = abstraction.problem {
            throw ToolFailure(message: "no protocol \(abstraction.name): \(problem)", exitCode: .usage)
        }
        let fake = tests.fake.map(TestFolder.relative)
        let fakes = fake.map { FakeWriter(root: root, map: map, folder: $0) }
        let contracts = tests.contract.map {
            ContractAdder(root: root, map: map, folder: TestFolder.relative($0), fakes: fake ?? "")
        }
        func withTests(_ plan: CutPlan) throws(ToolFailure) -> CutPlan {
            let faked = try fakes?.adding(to: plan) ?? plan
            return try contracts?.adding(to: faked) ?? faked
        }
        plan = try withTests(plan)
        if write { try requireWritable(root, plan: plan, writer: writer) }
        if let verify {
            plan = try SliceVerifier(root: root, command: verify).verified { broken in
                options.excluding = broken
                let plan = planner.plan(target, options)
                // A plan that could be faked before can be now.
                return (try? withTests(plan)) ?? plan
            }
        }
        try show(plan)
        if write, !plan.changes.isEmpty, plan.stage == .inject, try tree.countsCalls(root) {
            let text = "`seam check` counts the calls that rely on a default, and this slice may make some"
            Terminal.error(
                "seam: \(text): --thread passes the instance, `seam baseline update --accept-new` lists the rest"
            )
        }
        if !plan.changes.isEmpty { try write(plan, with: writer, root: root) }
        try reportUnread(map)
        return plan
    }

    /// Names the sources that can't be read whole, and ends with their code.
    private func reportUnread(_ map: CodeMap) throws {
        guard !map.problems.isEmpty else { return }
        let note = "these sources can't be read whole; what they may have to do with was left"
        Terminal.error("seam: \(Self.list(of: map.problems, note: note))")
        throw ExitCode(ToolExit.unreadable.rawValue)
    }

    /// Ends without an error if a name is that of a variable of a program that threading has ended already.
    private func requireLeft(_ name: String, _ planner: CutPlanner, _ map: CodeMap) throws(ExitCode) {
        guard !map.singletons.contains(where: { $0.isCalled(name) }),
            let program = planner.program(withVariable: name)
        else { return }
        let message = "nothing is left to retire: only \(program) reads its variable \(name)"
        ErrorDocument.print(message, code: ToolExit.success.rawValue)
        Terminal.error("seam: \(message)")
        throw ExitCode.success
    }

    /// Throws if there are sources that have to be read whole, and weren't.
    private func requireRead(_ problems: [SourceProblem]) throws(ToolFailure) {
        guard !problems.isEmpty else { return }
        let note =
            "these sources can't be read whole, and a plan has to know what they say; nothing was planned or written"
        throw ToolFailure(message: Self.list(of: problems, note: note), exitCode: .unreadable)
    }

    private static func list(of problems: [SourceProblem], note: String) -> String {
        let lines = problems.prefix(10).map { "  " + $0.text }
        let more = problems.count > 10 ? ["  and \(problems.count - 10) more"] : []
        return ([note] + lines + more + ["Repair them, or leave them out with --exclude"]).joined(separator: "\n")
    }

    /// Prints the plan and its summary.
    private func show(_ plan: CutPlan) throws {
        let next = plan.changes.isEmpty ? ["next"] : Array(CommandLine.arguments.dropFirst()) + ["--write"]
        let text =
            format == .json
            ? try document.text(plan.json, next: CommandLineText.seam(write ? ["next"] : next))
            : plan.diff
        // Programs need the bytes of the sources as they are; a terminal would obey them.
        let isShown = output == nil && Terminal.isShown
        try Output.write(isShown ? Printable.lines(text) : text, to: output, replacesAny: force)
        Terminal.error(plan.summary.trimmingCharacters(in: .newlines))
    }

    /// Writes the plan if that is asked for, and says whether it did.
    private func write(_ plan: CutPlan, with writer: SliceWriter, root: String) throws(ToolFailure) {
        guard write else { return Terminal.error("seam: nothing was written; --write writes these changes") }
        do throws(WriteFailure) {
            try writer.write(plan.changes)
        } catch {
            throw ToolFailure(error)
        }
        let count = plan.changes.count
        Terminal.error("seam: wrote \(count) \(count == 1 ? "file" : "files")")
        if verify != nil { recordPass(in: root) }
    }

    /// Records that the command of `--verify` has passed with what was written. Outside of git there is nowhere to.
    private func recordPass(in root: String) {
        guard let trees = try? VerifiedTrees(at: root) else { return }
        do throws(HistoryFailure) {
            try trees.addWorkTree()
            Terminal.error(
                "seam: recorded that the command passed; once this is committed, `seam progress` counts it as verified"
            )
        } catch {
            Terminal.error("seam: not recorded that the command passed: \(error.message)")
        }
    }

    /// Limits a plan to one member of a locator or a world.
    private func limit(_ options: inout Cut.Options, to member: String, of target: Singleton) throws(ToolFailure) {
        guard options.stage == .gather || options.stage == .inject || target.shape == .locator else {
            let name = target.accessors.first?.name ?? target.name
            let message = "\(name).\(member) is one member; --thread and retire are for all of \(name)"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        options.slice.members = options.slice.members?.intersection([member]) ?? [member]
    }

    private func requireWritable(_ root: String, plan: CutPlan, writer: SliceWriter) throws(ToolFailure) {
        guard !plan.changes.isEmpty else { return }
        do throws(WriteFailure) {
            try writer.check(plan.changes)
            if allowDirty { return }
            let old = plan.changes.filter { !$0.isNew }.map { ($0.path, $0.bytes) }
            try GitTree(root: root).requireClean(changing: Dictionary(old, uniquingKeysWith: { first, _ in first }))
        } catch {
            throw ToolFailure(error)
        }
    }

    /// Takes back what an earlier run has written in part, if this run may write.
    private func recover(_ writer: SliceWriter) throws(ToolFailure) {
        if writer.hasOldJournal {
            let failure = ToolFailure(WriteFailure.oldJournal)
            if write { throw failure }
            Terminal.error("seam: \(failure.message)")
        }
        guard write else {
            guard writer.isInterrupted else { return }
            return Terminal.error(
                "seam: an earlier run was stopped while it wrote, so this plan is for files that are changed in part; "
                    + "--write restores them first"
            )
        }
        do throws(WriteFailure) {
            let restored = try writer.recover()
            guard let first = restored.first else { return }
            let rest = restored.count > 1 ? " and \(restored.count - 1) more" : ""
            Terminal.error("seam: an earlier run was stopped while it wrote; restored \(first)\(rest)")
        } catch {
            throw ToolFailure(error)
        }
    }

    /// Returns the singleton that a person means, and the member of it that the name ends in: `Services.analytics`.
    private func target(
        in map: CodeMap,
        named name: String
    ) throws(ToolFailure) -> (singleton: Singleton, member: String?) {
        let called = map.singletons.filter { $0.isCalled(name) }
        // The id of one can be the name of the type of another, such as a global's.
        let found = called.contains { $0.id == name } ? called.filter { $0.id == name } : called
        if found.isEmpty, let dot = name.lastIndex(of: ".") {
            let member = String(name[name.index(after: dot)...])
            let owners = map.singletons.filter { singleton in
                (singleton.shape == .locator || singleton.shape == .world) && singleton.isCalled(String(name[..<dot]))
                    && map.uses.contains { $0.singleton == singleton.id && $0.member == member }
            }
            if owners.count == 1 { return (owners[0], member) }
        }
        guard let first = found.first else {
            try requireRead(map.problems)
            throw ToolFailure(message: UnknownSingleton.message(for: name, in: map), exitCode: .notFound)
        }
        guard found.count == 1 else {
            let ids = found.map(\.id).joined(separator: ", ")
            throw ToolFailure(message: "\(name) means several singletons: \(ids)", exitCode: .usage)
        }
        return (first, nil)
    }
}

extension ToolFailure {
    init(_ failure: WriteFailure) {
        let message: String
        switch failure {
        case .changed(let path): message = "\(path) has changed since it was read; nothing was written"
        case .readOnly(let path): message = "\(path) is read-only; nothing was written"
        case .unwritable(let path): message = "cannot write \(path); all files have their old contents"
        case .refused(let path, let reason): message = "\(path) isn't written: \(reason). Nothing was written"
        case .noJournal(let reason):
            message = """
                cannot write the journal, from which a stopped run is undone: \(reason). XDG_STATE_HOME can name another folder. \
                Nothing was written
                """
        case .unrestored(let what, let journal):
            message = """
                an earlier run was stopped while it wrote, and \(what) can't be restored. Restore the files with git, and \
                then delete \(journal), which has their old contents
                """
        case .busy: message = "another seam writes in this tree; nothing was written. Try again when it is done"
        case .oldJournal:
            message = """
                there is a \(SliceWriter.oldFolder) in the tree, where versions up to 0.1 stored what a stopped run had to undo. \
                It may have come with the tree, so that it isn't read. If you know of no such run, delete the folder. Else \
                docs/seam/cut.md, "An old journal", says how to get the old contents out of it. Nothing was written
                """
        case .dirty(let path):
            message =
                "\(path) has changes that aren't committed; commit them, or use --allow-dirty. Nothing was written"
        case .untracked(let path):
            message = "git doesn't have \(path), so it couldn't undo the cut; add the file, or use --allow-dirty"
        case .differs(let path, let reason):
            message = """
                git has another content of \(path), so it couldn't undo the cut: \(reason). Use --allow-dirty if that doesn't \
                matter. Nothing was written
                """
        case .unknownState:
            message = "`git status` fails in this tree; run it to see why, or use --allow-dirty. Nothing was written"
        }
        self.init(message: message, exitCode: .usage)
    }
}
