import AccountSandbox

/// One combination of the matrix: a fault at one endpoint, met by a command with something stored.
struct MatrixCell: Hashable, Comparable, Sendable {
    let row: Row
    let fault: SandboxFault.Kind
    let state: State

    /// An endpoint of the store, and a command that calls it.
    struct Row: Hashable, Sendable {
        let method: String
        let path: String
        let command: [String]
        /// Whether orders and addresses come from the replacement of the legacy service.
        var isReplaced = false

        var name: String { "\(method) \(path): account \(command.joined(separator: " "))" }
        var target: SandboxFault.Target { SandboxFault.Target(method, path) }

        init(_ method: String, _ path: String, _ command: String, isReplaced: Bool = false) {
            self.method = method
            self.path = path
            self.command = command.split(separator: " ").map(String.init)
            self.isReplaced = isReplaced
        }
    }

    /// What is stored on the device.
    enum State: String, CaseIterable {
        case new, stored, expired, queued, damaged, newer
        case signedOut = "signed-out"
    }

    /// Every endpoint of docs/workspace/store-api.md and docs/workspace/legacy-dialect.md.
    static let rows = [
        Row("POST", "/auth/token", "deals"),
        Row("POST", "/auth/token", "sign-in --login ada --password-stdin"),
        Row("POST", "/auth/revoke", "sign-out"),
        Row("GET", "/users/ada/orders", "orders", isReplaced: true),
        Row("GET", "/users/ada/addresses", "addresses", isReplaced: true),
        Row("GET", "/user", "profile"),
        Row("GET", "/deals", "deals"),
        Row("GET", "/settings", "settings"),
        Row("PUT", "/settings", "settings --push off"),
        Row("PUT", "/settings", "sync"),
        Row("GET", "/users/ada/reservations", "reservations"),
        Row("POST", "/users/ada/reservations", "reserve matrix.example"),
        Row("DELETE", "/users/ada/reservations/", "cancel 90001"),
        Row("POST", "/collector", "open account://nowhere"),
        Row("GET", "/search", "search example"),
        Row("POST", "/legacy/login", "orders"),
        Row("POST", "/legacy/token", "orders"),
        Row("GET", "/legacy/users/ada/orders", "orders"),
        Row("GET", "/legacy/users/ada/addresses", "addresses"),
    ]

    static let all = rows.flatMap { row in
        SandboxFault.Kind.allCases.flatMap { fault in
            State.allCases.map { MatrixCell(row: row, fault: fault, state: $0) }
        }
    }

    /// The part that each run tries: every 37th. 37 divides neither the number of endpoints nor that of faults or states, so all
    /// of them have their turn.
    static let part = all.enumerated().filter { $0.offset.isMultiple(of: 37) }.map(\.element)

    /// Whether the store stops responding, so that the command ends by its time limit.
    var isHanging: Bool { [.silent, .stall, .endless].contains(fault) }

    static func < (a: Self, b: Self) -> Bool { a.description < b.description }
}

extension MatrixCell: CustomStringConvertible {
    var description: String { "\(row.name), \(fault.rawValue), \(state.rawValue)" }
}
