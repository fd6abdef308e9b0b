import Core

struct Cart {
    func pay() { Session.shared.refresh() }
}
