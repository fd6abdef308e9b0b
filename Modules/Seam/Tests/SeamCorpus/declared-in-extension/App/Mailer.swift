final class Mailer {
    init() {}
    var outbox: [String] = []
    func send() {}
}
