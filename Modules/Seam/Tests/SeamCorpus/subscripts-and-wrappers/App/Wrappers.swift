@propertyWrapper
struct Setting<T> {
    let path: ReferenceWritableKeyPath<Settings, T>

    init(_ path: ReferenceWritableKeyPath<Settings, T>) { self.path = path }

    var wrappedValue: T {
        get { Settings.shared[keyPath: path] }
        nonmutating set { Settings.shared[keyPath: path] = newValue }
    }
}

@propertyWrapper
struct Stored<T> {
    private let path: KeyPath<Settings, T>
    private let settings: Settings

    init(_ path: KeyPath<Settings, T>, in settings: Settings = .shared) {
        self.path = path
        self.settings = settings
    }

    var wrappedValue: T { settings[keyPath: path] }
}

@propertyWrapper
struct Keyed {
    let key: String

    init(_ key: String) { self.key = key }

    var wrappedValue: String {
        let found = Settings.shared.value(key)
        return found ?? ""
    }
}

@propertyWrapper
struct Nested<T> {
    let path: KeyPath<Settings, T>

    init(_ path: KeyPath<Settings, T>) { self.path = path }

    var wrappedValue: T { Settings[path] }
}

@propertyWrapper
struct Shared {
    var wrappedValue: Settings { .shared }
}

@propertyWrapper
struct Logged<T> {
    private var value: T

    init(wrappedValue: T) { value = wrappedValue }

    var wrappedValue: T {
        get { value }
        set {
            value = newValue
            Settings.shared.note()
        }
    }
}

@propertyWrapper
struct Fallback {
    let key: String

    var wrappedValue: String { read() ?? "" }

    private func read() -> String? { Settings.shared.value(key) }
}

@propertyWrapper
struct Owned {
    let key: String

    static subscript<Owner>(
        _enclosingInstance owner: Owner,
        wrapped wrapped: KeyPath<Owner, String>,
        storage storage: KeyPath<Owner, Self>
    ) -> String {
        Settings.shared.value(owner[keyPath: storage].key) ?? ""
    }

    var wrappedValue: String { fatalError("only in a class") }
}
