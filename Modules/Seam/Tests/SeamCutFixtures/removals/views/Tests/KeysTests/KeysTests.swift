import Testing

@testable import Keys

@MainActor
struct KeysTests {
    @Test("A row shows its key once the session is unlocked")
    func row() {
        let session = Session()
        let store = KeyStore()
        #expect(KeyModel(store: store, session: session).title(1) == "locked")
        session.isUnlocked = true
        #expect(KeyModel(store: store, session: session).title(1) == "work")
    }

    @Test("A button says what it does")
    func button() {
        #expect(UnlockButton(session: Session()).body == "unlock")
    }
}
