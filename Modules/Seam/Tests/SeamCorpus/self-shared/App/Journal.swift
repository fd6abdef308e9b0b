final class Journal {
    static let shared = Journal()
    private var lines: [String] = []
    var isOn = true

    func write(_ line: String) {
        guard isOn else { return }
        lines.append(line)
        self.lines.removeAll { $0.isEmpty }
    }

    static func log(_ line: String) {
        shared.write(line)
        Self.shared.isOn = true
    }

    func compare() -> Bool {
        self === Self.shared && type(of: self).shared.isOn
    }
}

extension Journal {
    static var size: Int { shared.lines.count }
    static func silence() { self.shared.isOn = false }
}

final class Other {
    let shared = Journal.log
    func run(_ journal: Journal) {
        shared("a")
        Journal.log("b")
        journal.write("c")
    }
}
