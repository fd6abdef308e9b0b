struct Compose {
    func post(_ text: String) {
        Mailer.shared.outbox.append(text)
        Mailer.shared.send()
        Mailer().send()
        let own = Mailer()
        own.send()
    }
}
