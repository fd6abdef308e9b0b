import Core

struct Free {
    func give() { Session.shared.refresh() }
}
