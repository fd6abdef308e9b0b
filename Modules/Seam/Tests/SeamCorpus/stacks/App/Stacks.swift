final class Session {
    private static var stack: [Session] = [Session()]

    static var current: Session { stack.last! }

    private(set) var user = ""

    func end() { user = "" }

    static func push(_ session: Session) { stack.append(session) }
}

struct Theme {
    private static var stack = [Theme(name: "light")]

    static var current: Theme { stack[stack.count - 1] }

    var name: String

    static func push(_ theme: Theme) { stack.append(theme) }
}

struct Environment {
    var locale: String
    var now: () -> Double
}

private var environments = [Environment(locale: "en", now: { 0 })]

var Current: Environment { environments.last! }

func push(_ environment: Environment) { environments.append(environment) }

final class Log {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }
}

private var logs: [Log] = []

var currentLog: Log? { logs.last }

func push(_ log: Log) { logs.append(log) }
