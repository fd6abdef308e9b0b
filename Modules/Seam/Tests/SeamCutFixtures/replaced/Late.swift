// modes: 5
/// Tests and a switch of accounts replace the instance.
final class Session {
    static var shared = Session("first")
    let name: String
    init(_ name: String) { self.name = name }
}

final class Optionally {
    static var shared: Optionally?
    static var certain: Optionally! = Optionally()
    func go() -> String { "optionally" }
}

final class Caller {
    private static var session: Session { Session.shared }

    var kept: [() -> Void] = []
    private let injectedSession: Session?
    private var session: Session { injectedSession ?? Session.shared }

    init(session: Session? = nil) {
        self.injectedSession = session
    }

    private var optionally: Optionally? { Optionally.shared }

    func now() { print(session.name) }
    func later() { kept.append { [injectedSession] in print((injectedSession ?? Caller.session).name) } }
    func maybe() { print(optionally?.go() ?? "none") }
    func certainly() { print(Optionally.certain.go()) }
    func replace() { Session.shared = Session("third") } // left: assigned
}

@main enum Program {
    static func main() {
        let caller = Caller()
        caller.now()
        caller.later()
        Session.shared = Session("second") // left: assigned
        caller.now()
        for body in caller.kept { body() }
        caller.maybe()
        Optionally.shared = Optionally() // left: assigned
        caller.maybe()
        caller.certainly()
        caller.replace()
        caller.now()
    }
}
