/// The keys that somebody has.
@MainActor
final class KeyStore {
    static let shared = KeyStore()

    private(set) var names = ["home", "work"]

    init() {}

    func add(_ name: String) { names.append(name) }
}

/// What a person may do.
@MainActor
final class Session {
    static let shared = Session()

    var isUnlocked = false

    init() {}
}

/// Left on purpose: a view makes it, and it takes what the view has.
@MainActor
final class KeyModel {
    private let store: KeyStore
    private let session: Session

    init(store: KeyStore = .shared, session: Session = .shared) {
        self.store = store
        self.session = session
    }

    func title(_ position: Int) -> String { session.isUnlocked ? store.names[position] : "locked" }
}
