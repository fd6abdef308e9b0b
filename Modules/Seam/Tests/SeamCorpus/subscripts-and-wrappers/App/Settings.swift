final class Settings {
    static let shared = Settings()
    var name = "reader"
    var size = 12
    var tabs: [String] = []
    private var values: [String: String] = [:]

    func value(_ key: String) -> String? { values[key] }
    func note() { size += 1 }

    static subscript<T>(_ path: KeyPath<Settings, T>, from settings: Settings = .shared) -> T {
        settings[keyPath: path]
    }

    static subscript(key: String) -> String? { shared.value(key) }
}

enum Table {
    static subscript(index: Int) -> Int { index + 1 }
}

enum Preferences {
    static subscript<T>(path: ReferenceWritableKeyPath<Settings, T>) -> T {
        get { Settings.shared[keyPath: path] }
        set { Settings.shared[keyPath: path] = newValue }
    }
}

typealias Defaults = Settings

@dynamicMemberLookup
struct Options {
    subscript<T>(dynamicMember path: ReferenceWritableKeyPath<Settings, T>) -> T {
        get { Settings.shared[keyPath: path] }
        nonmutating set { Settings.shared[keyPath: path] = newValue }
    }
}
