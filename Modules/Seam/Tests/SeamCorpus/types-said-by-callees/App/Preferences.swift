enum Preferences {
    static let tabs = Option<Bool>(key: "tabs", default: true)
    static let size = Preferences.Option<Int>(key: "size", default: 12)
    static let theme = Option<Theme>(key: "theme", default: .light)
    static let store = makeStore()
    static let journal = Journals.standard()
    static let sound = Setting("sound", default: true)
    static let order = Setting("order", default: Order.newest)
    static var latest = Journals.latest

    enum Theme {
        case light
        case dark
    }

    final class Option<Value> {
        let key: String
        var value: Value

        init(key: String, default value: Value) {
            self.key = key
            self.value = value
        }
    }
}

enum Order {
    case newest
    case oldest
}

final class Setting<Value> {
    let key: String
    var value: Value

    init(_ key: String, default value: Value) {
        self.key = key
        self.value = value
    }
}

final class Store {
    private(set) var saves = 0

    func save() { saves += 1 }
}

func makeStore() -> Store { Store() }

final class Journal {
    private var lines: [String] = []

    func write(_ line: String) { lines.append(line) }
}

enum Journals {
    static let latest: Journal = Journal()

    static func standard() -> Journal { Journal() }
}
