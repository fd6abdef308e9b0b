class Mailer {
    static var shared: Mailer = Mailer()
    private(set) var sent = 0
    func send(_ text: String) { sent += 1 }
}
