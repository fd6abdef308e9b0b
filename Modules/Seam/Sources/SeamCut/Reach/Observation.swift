import SeamKit

/// Something by which somebody can see when an instance is made.
struct Observation: Sendable, Hashable {
    var effect: Effect
    /// Where it is; empty if that is the accessor itself.
    var file = ""
    /// Counted from 1.
    var line = 0
    /// What stands there.
    var code = ""

    /// What somebody can see.
    enum Effect: String, Sendable, CaseIterable {
        /// Input or output: files, network, devices, databases.
        case outside
        /// A timer, task, thread or process is started.
        case start
        /// An object registers itself, or is observed.
        case registration
        /// The clock, defaults, settings or the environment are read.
        case environment
        case log
        case block
        case trap
        /// State that others see is changed.
        case change
        /// Making the instance makes what reads it.
        case cycle
        /// The accessor may return another instance later.
        case replacement
        /// The runtime may answer for the accessor with something else.
        case swizzle
        /// Code that isn't known to be harmless.
        case unknown
    }

    /// Who may replace the instance, where `--early` says that nobody does; nil for others.
    var replacer: Replacer?

    enum Replacer: Sendable {
        /// A test, or the program when it starts.
        case start
        /// Code outside of the tree. Nothing in it sets the variable.
        case outside
        /// The statement of `main.swift` that declares the variable: before it runs, there is no instance. `--early` changes nothing.
        case statement
    }

    /// Whether it is more than a question of time.
    var isLasting: Bool { effect == .cycle || effect.isReplacement && (replacer == nil || replacer == .statement) }

    /// What a plan says, in the middle of a sentence: `Store.init logs (App/Store.swift:3)`.
    var text: String {
        let place = file.isEmpty ? "" : " (\(file):\(line))"
        let subject = code.isEmpty ? "making the instance" : "`\(code)`"
        let who =
            switch replacer {
            case .start: ", by a test or when the program starts; --early reads it anyway"
            case .outside: " by code outside of the tree; --early reads it anyway"
            case .statement: ": it has no instance before its statement runs"
            case nil: ""
            }
        return "\(subject) \(effect.verb)\(who)\(place)"
    }
}

extension Observation.Effect {
    /// Whether the accessor may return another instance later.
    var isReplacement: Bool { self == .replacement || self == .swizzle }

    /// What the code does, after its name.
    var verb: String {
        switch self {
        case .outside: "does input or output"
        case .start: "starts something that goes on"
        case .registration: "registers an object"
        case .environment: "reads what may change: clock, defaults or environment"
        case .log: "logs"
        case .block: "may wait"
        case .trap: "may end the process"
        case .change: "changes what others see"
        case .cycle: "is made while the instance is made"
        case .replacement: "may be replaced later"
        case .swizzle: "is replaced at run time"
        case .unknown: "isn't known to be harmless"
        }
    }
}
