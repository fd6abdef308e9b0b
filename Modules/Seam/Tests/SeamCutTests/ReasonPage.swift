@testable import SeamCut

/// The reference of reasons, from their files.
enum ReasonPage {
    static var text: String {
        let parts =
            [head] + Reason.uses.map(section) + ["## Obstacles", obstacles] + Reason.callers.map(section)
            + ["## What somebody can see", effects] + Observation.Effect.allCases.map(section)
            + ["## Late reads", lateReads] + Reason.forms.map(section)
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let head = """
        # Reasons and obstacles of seam cut

        This is a reference for [seam cut](cut.md). A *reason* says why a use stays as it is. An *obstacle* says why a caller
        takes no instance: its uses stay, or were gathered before. The page is generated from `Modules/Seam/Sources/SeamCut/Reasons`, where each of them has a
        file: its text, its examples, and the conditions under which it holds.

        In the examples, `Store` is a singleton with the accessor `shared`.

        ## Reasons

        Each use that stays has one of these codes.

        The reasons `static`, `property-initializer`, `default-argument`, `initializer`, `early-read`, `weak-self`, `local-function`
        and `sending` say why a use can't read a property of an instance. It reads a static one instead, and then the plan has the
        reason as `static`. It stays only if the type's name can't be written there: the type is a protocol, is in a function, isn't
        declared in the tree, or something of the same name is inside of it or beside it. In closures and local functions of generic
        types with conditions it stays too.
        """

    private static let obstacles = """
        Each caller that takes no instance has one of these codes, and so have its uses, which stay. With `--gather` they move. A caller that
        was gathered before keeps its property.

        For the obstacles `no-initializer`, `subclasses`, `overload`, `reference`, `requirement`, `access` and `branches`, a class has
        a property that can be set instead, and so has a structure with initializers of its own. They remain for actors, and for
        classes that are `Sendable` or `@Observable`.
        """

    private static let effects = """
        If a caller reads the accessor when it is made, and not at its first use, the instance may be made earlier. That is only done
        if nobody can see it. These are the things that somebody can see. They are looked for in everything that making the instance
        reaches in the tree. An instance that is certainly made by then may be read early in any case.
        """

    private static func section(_ effect: Observation.Effect) -> String {
        let code = [effect.seen, effect.quiet].map { "```swift\n\($0)\n```" }
        return ["### making: \(effect.rawValue)", effect.text, code[0], "But not:", code[1]].joined(separator: "\n\n")
    }

    private static let lateReads = """
        A caller that takes an instance reads the accessor when it is made, if nobody can see the difference. Where one of these holds, or
        with `--late`, it reads the accessor at each use, as before. With `--early` it reads it when it is made also if somebody could see
        that, unless another instance could come of it.
        """

    private static func section(_ reason: Reason) -> String {
        let advice = reason.advice.isEmpty ? [] : ["What to do: \(lowered(reason.advice))"]
        let triggering = reason.examples.filter(\.triggers).map(block)
        let passing = reason.examples.filter { !$0.triggers }.map(block)
        let parts = ["### \(reason.code)", reason.text] + advice + triggering + ["But not:"] + passing
        return parts.joined(separator: "\n\n")
    }

    private static func lowered(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

    private static func block(_ example: Example) -> String {
        var lines = example.files.sorted { $0.key < $1.key }.flatMap { ["// \($0.key)", $0.value] }
        if example.store != Example(caller: "", triggers: true).store { lines.insert(example.store, at: 0) }
        if !lines.isEmpty { lines.append("") }
        return "\(command(example))```swift\n\((lines + [example.caller]).joined(separator: "\n"))\n```"
    }

    /// How the plan is asked for, if that isn't `seam cut`.
    private static func command(_ example: Example) -> String {
        let options = example.options
        var words: [String] = []
        switch options.stage {
        case .gather: words.append("`--gather`")
        case .inject: break
        case .thread: words.append("`--thread`")
        case .retire: words.append("`seam retire`")
        }
        if options.isEarlyAllowed { words.append("`--early`") }
        if options.isLate { words.append("`--late`") }
        if options.includesStructs { words.append("`--structs`") }
        if let name = options.protocolName { words.append("`--protocol \(name)`") }
        if options.style != .initializer { words.append("`--style \(options.style.rawValue)`") }
        if !options.excluding.isEmpty { words.append("`--verify` and a command that fails") }
        switch example.event {
        case .none: break
        case .changes: words.append("a change after the map was made")
        case .isLink: words.append("a link to the file")
        }
        return words.isEmpty ? "" : "With \(words.joined(separator: ", ")):\n\n"
    }
}
