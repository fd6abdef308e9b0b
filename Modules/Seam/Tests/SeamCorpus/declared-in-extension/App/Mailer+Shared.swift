extension Mailer {
    static let shared = Mailer()
}
