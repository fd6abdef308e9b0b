import ArgumentParser
import SeamKit
import SeamRewrite

/// `seam cut`: moves the uses of a singleton to properties of their callers.
struct CutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        abstract: "Moves the uses of a singleton to properties of their callers, slice by slice.",
        usage: "seam cut SINGLETON [PATH] [--gather | --protocol NAME | --thread] [--verify COMMAND] [--write]",
        discussion: "Prints the plan as a unified diff and a summary. Changes files only with --write."
    )

    @Argument(help: "The singleton: `Type`, `Module.Type`, or the name of a global.", completion: .singletons)
    var singleton: String

    @Argument(help: "Folder of the source tree.")
    var path = "."

    @Flag(help: "Only give each caller one computed property for the accessor.")
    var gather = false

    @Flag(help: "Pass the instance on from whoever makes the callers, up to the roots of seam.yml.")
    var thread = false

    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp(
            "Inject a protocol of this name with the members in use, instead of the type.",
            valueName: "name"
        )
    )
    var protocolName: String?

    @Option(help: ArgumentHelp("With --protocol: the module that is to have it.", valueName: "module"))
    var into: String?

    @Option(
        help: ArgumentHelp(
            "With --protocol: write a fake of it to this folder, in PATH, as `seam mocks` does.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var fake: String?

    @Option(
        help: ArgumentHelp(
            "With --fake: write the first rows of a contract for the singleton and the fake to this folder, in PATH.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var contract: String?

    @Option(help: "Only the members and callers of this cut of the map.")
    var cut: String?

    @Option(help: "Only these callers, with commas between them.")
    var callers: String?

    @Option(help: "Rewrite at most this many uses; callers are taken whole.")
    var maxUses: Int?

    @OptionGroup var options: SliceOptions

    func validate() throws {
        if let maxUses, maxUses < 1 { throw ValidationError("--max-uses is 1 or more, not \(maxUses).") }
        if cut != nil, callers != nil { throw ValidationError("--cut names its callers; leave --callers out.") }
        if gather, thread { throw ValidationError("--gather is the first stage, and --thread the last.") }
        if thread, cut != nil || maxUses != nil {
            throw ValidationError("--thread takes callers with all that make them; name some with --callers.")
        }
        if let protocolName {
            let isName = protocolName.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            if !isName || protocolName.first?.isUppercase != true {
                throw ValidationError("--protocol is the name of a protocol, such as AccountProviding.")
            }
            if gather { throw ValidationError("--gather changes no types; leave --protocol out.") }
            if fake != nil, thread { throw ValidationError("--thread makes no protocol; leave --fake out.") }
        } else if fake != nil {
            throw ValidationError("--fake is for --protocol.")
        } else if into != nil {
            throw ValidationError("--into is for --protocol.")
        }
        if contract != nil, fake == nil { throw ValidationError("--contract is for --fake.") }
        if options.early, !thread { throw ValidationError("--early is for --thread.") }
    }

    func run() throws {
        let stage: Stage = thread ? .thread : gather ? .gather : .inject
        _ = try options.run(
            singleton,
            path: path,
            stage: stage,
            protocol: protocolName,
            into: into,
            fake: fake,
            contract: contract,
            slice: slice
        )
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
