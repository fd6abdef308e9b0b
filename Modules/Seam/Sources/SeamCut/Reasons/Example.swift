import SeamKit

/// Sources for which a plan gives a reason, or doesn't: a singleton, `Store`, and a file with a caller.
struct Example: Sendable {
    /// `App/Store.swift`.
    var store = "public final class Store { public static let shared = Store(); public func go() {} }"
    /// `App/Caller.swift`. The reference shows it.
    var caller: String
    /// Other files by their paths.
    var files: [String: String] = [:]
    /// Whether the plan has the reason.
    var triggers: Bool
    var options = Cut.Options(stage: .inject)
    /// What happens to the caller's file besides.
    var event = Event.none

    enum Event: Sendable {
        case none
        /// Somebody changes it once the map is made.
        case changes
        /// It is a link to a file outside of the tree.
        case isLink
    }

    /// Singletons that count, that write a line when they are made, and that all actors may use.
    static let counting =
        "final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }"
    static let logging = "final class Store { static let shared = Store(); init() { print(1) }; func go() {} }"
    static let sendable = "final class Store: Sendable { static let shared = Store(); func go() {} }"

    /// Sources for which the plan has the reason.
    static func triggers(_ caller: String, store: String? = nil) -> Example {
        Example(caller: caller, triggers: true).with(store: store)
    }

    /// Sources for which the plan doesn't have it.
    static func passes(_ caller: String, store: String? = nil) -> Example {
        Example(caller: caller, triggers: false).with(store: store)
    }

    private func with(store: String?) -> Example {
        var example = self
        if let store { example.store = store }
        return example
    }

    func with(files: [String: String]) -> Example {
        var example = self
        example.files = files
        return example
    }

    func with(event: Event) -> Example {
        var example = self
        example.event = event
        return example
    }

    /// The example with other options of the cut.
    func with(_ change: (inout Cut.Options) -> Void) -> Example {
        var example = self
        change(&example.options)
        return example
    }

    func injectingLate() -> Example { with { $0.isLate = true } }

    func gathering() -> Example { with { $0.stage = .gather } }

    func threading(roots: [String] = ["Program"]) -> Example {
        with {
            $0.stage = .thread
            $0.roots = Roots(roots)
        }
    }

    func retiring(roots: [String] = ["Program"]) -> Example {
        with {
            $0.stage = .retire
            $0.roots = Roots(roots)
        }
    }
}
