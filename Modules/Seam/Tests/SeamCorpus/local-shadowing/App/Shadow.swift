final class Theme {
    static let shared = Theme()
    var colour = ""
}

struct Editor {
    enum Theme { static let shared = "plain" }
    func open() -> Int { Theme.shared.count }
}

struct Holder { var shared = Holder.Value(); struct Value { var colour = "" } }

func paint(_ shared: Holder) {
    print(shared.shared.colour)
    struct Theme { static var shared: String { "local" } }
    print(Theme.shared.count)
}

func paintAll() {
    print(Theme.shared.colour)
    let theme = Holder()
    print(theme.shared.colour)
}
