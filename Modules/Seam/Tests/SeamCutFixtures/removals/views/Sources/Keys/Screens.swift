struct KeyRow: View {
    let position: Int
    @ObservedObject var store = KeyStore.shared
    @ObservedObject var session = Session.shared

    var body: String { "\(position + 1)/\(store.names.count) " + KeyModel().title(position) }
}

struct KeyList: View {
    @ObservedObject var store = KeyStore.shared

    var body: String { store.names.indices.map { KeyRow(position: $0).body }.joined(separator: ", ") }
}

struct UnlockButton: View {
    @ObservedObject var session = Session.shared

    var body: String { session.isUnlocked ? "lock" : "unlock" }

    func press() { session.isUnlocked.toggle() }
}

/// Has the rest of the screens.
struct Home: View {
    let title: String

    var body: String {
        let button = UnlockButton()
        let before = KeyList().body
        button.press()
        addKey(named: title)
        return "\(before) [\(button.body)] \(KeyList().body)"
    }

    func addKey(named name: String, to store: KeyStore = .shared) { store.add(name) }
}
