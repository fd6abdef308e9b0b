import ArgumentParser
import Foundation
import SeamKit
import SeamCut

/// `seam cut`: moves the uses of a singleton to properties of their callers.
struct CutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        abstract: "Moves the uses of a singleton to properties of their callers, slice by slice.",
        usage:
            "seam cut SINGLETON [PATH] [--gather | --protocol NAME | --style STYLE | --thread] [--verify COMMAND] [--write]",
        discussion: "Prints the plan as a unified diff and a summary. Changes files only with --write."
    )

    @Argument(
        help: "The singleton: `Type`, `Module.Type`, `Locator.member`, or the name of a global.",
        completion: .singletons
    )
    var singleton: String

    @Argument(help: "Folder of the source tree.")
    var path = "."

    @Flag(help: "Only give each caller one computed property for the accessor.")
    var gather = false

    @Flag(help: "Pass the instance on from whoever makes the callers, up to the roots of seam.yml.")
    var thread = false

    @Flag(help: "Inject the type itself, which is the default; not with --protocol.")
    var concrete = false

    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp(
            "Inject a protocol of this name with the members in use, instead of the type.",
            valueName: "name"
        )
    )
    var protocolName: String?

    @Option(
        help: ArgumentHelp(
            """
            How callers take the instance: environment is for SwiftUI's views, dependency for swift-dependencies, and \
            provider for one parameter with several instances.
            """,
            valueName: "style"
        ),
        completion: .list(Style.allCases.map(\.rawValue)),
        transform: Style.named
    )
    var style = Style.initializer

    @Option(help: ArgumentHelp("With --style provider: the name of its type, new or not.", valueName: "name"))
    var provider: String?

    @Option(
        help: ArgumentHelp("With --protocol or --style: the module that is to have the new file.", valueName: "module")
    )
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

    @Flag(help: "Let structures of any kind take an instance; `print` then shows one more property of them.")
    var structs = false

    @Flag(
        help: """
            Let callers read the accessor as late as before, by an optional and a computed property, also if nobody could see \
            the difference.
            """
    )
    var late = false

    @Option(help: "Only the members and callers of this cut of the map.")
    var cut: String?

    @Option(help: "Only these callers, with commas between them.")
    var callers: String?

    @Option(name: .customLong("in"), help: "Only callers in this module or folder.")
    var place: String?

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
            if !Self.isTypeName(protocolName) {
                throw ValidationError("--protocol is the name of a protocol, such as AccountProviding.")
            }
            if gather { throw ValidationError("--gather changes no types; leave --protocol out.") }
            if concrete { throw ValidationError("--concrete injects the type, and --protocol a protocol: use one.") }
            if fake != nil, thread { throw ValidationError("--thread makes no protocol; leave --fake out.") }
        } else if fake != nil {
            throw ValidationError("--fake is for --protocol.")
        } else if into != nil, style == .initializer {
            throw ValidationError("--into is for --protocol, and for a --style with a file of its own.")
        }
        if style != .initializer {
            if gather { throw ValidationError("--gather lets no caller take an instance; leave --style out.") }
            if thread { throw ValidationError("--thread is for initializers; leave --style out.") }
        }
        if (style == .provider) != (provider != nil) {
            throw ValidationError("--style provider and --provider NAME go together.")
        }
        if let provider, !Self.isTypeName(provider) {
            throw ValidationError("--provider is the name of a type, such as AppServices.")
        }
        if contract != nil, fake == nil { throw ValidationError("--contract is for --fake.") }
        if structs, gather { throw ValidationError("--structs is for injecting and threading.") }
        if late, gather || thread { throw ValidationError("--late is for injecting.") }
        if late, options.early { throw ValidationError("--late and --early are opposites: use one.") }
        if options.api, !thread { throw ValidationError("--api is for --thread and for seam retire.") }
        if options.early, gather { throw ValidationError("--gather reads nothing earlier; leave --early out.") }
    }

    private static func isTypeName(_ name: String) -> Bool {
        name.isPlainName && name.first?.isUppercase == true
    }

    func run() throws {
        var cut = Cut.Options(stage: thread ? .thread : gather ? .gather : .inject)
        (cut.protocolName, cut.protocolModule) = (protocolName, into)
        (cut.style, cut.provider) = (style, provider)
        (cut.includesStructs, cut.isLate) = (structs, late)
        let tests = SliceOptions.TestFolders(fake: fake, contract: contract)
        _ = try options.run(singleton, path: path, options: cut, tests: tests, slice: slice)
    }

    private func slice(in map: CodeMap, target: Singleton) throws(ToolFailure) -> Slice {
        let names = callers.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
        if let names { warn(of: names, in: map, target: target) }
        var slice = Slice(callers: names.map { Set($0) })
        if let cut {
            let clusters = Ranking(of: map).cuts.filter { $0.singleton == target.id }
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
        slice.place = place.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        if let place = slice.place, !map.uses.contains(where: { $0.singleton == target.id && slice.contains($0) }) {
            Terminal.error("seam: nothing of this slice is in \(place), by module or folder")
        }
        return slice
    }

    /// Says which of these names are no callers. The same command may have moved all of their uses before, so it is no error.
    private func warn(of names: [String], in map: CodeMap, target: Singleton) {
        let uses = map.uses.filter { $0.singleton == target.id }
        let known = Set(uses.map { Ranking.user(of: $0).name })
        for name in names where !uses.contains(where: { Slice(callers: [name]).contains($0) }) {
            let hint = Suggestion.text(for: name, among: known)
            Terminal.error("seam: \(name) doesn't use \(target.name)\(hint)")
        }
    }
}

extension Style {
    /// Returns the style with a name.
    static func named(_ name: String) throws -> Style {
        if let style = Style(rawValue: name) { return style }
        throw ValidationError("--style is \(allCases.map(\.rawValue).joined(separator: ", ")), not \(name).")
    }
}
