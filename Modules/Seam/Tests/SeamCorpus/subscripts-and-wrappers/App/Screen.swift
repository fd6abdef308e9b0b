struct Screen {
    @Setting(\.name) var name
    @Setting(\.tabs.count) private var count: Int
    @Stored(\.size) var size
    @Stored(\.size, in: Settings()) var other
    @Keyed("sort") var sort
    @Nested(\.tabs) var tabs
    @Shared var settings
    @Logged var taps = 0
    private let options = Options()

    func title() -> String {
        name + Settings[\.name] + (Settings["sort"] ?? "")
    }

    func show() {
        print(Settings[\.tabs.count], Defaults[\.size], settings.name)
        print(Settings[\.name, from: Settings()], Table[3])
        let path = \Settings.name
        print(Settings[path])
    }

    func change() {
        Preferences[\.size] += 1
        Preferences[\.tabs].append(Preferences[\.name])
        options.size = Options().size
        print(options.name)
    }

    func local() {
        @Setting(\.name) var mine
        print(mine)
    }
}

final class Menu {
    @Fallback(key: "title") var title
    @Owned(key: "order") var order
}
