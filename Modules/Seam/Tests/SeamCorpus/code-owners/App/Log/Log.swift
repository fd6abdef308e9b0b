import Core

struct Log {
    func write() { Session.shared.refresh() }
}
