struct Cart {
    func close() {
        Reporter.shared.report("closed")
        if Session.shared.user == nil { return }
    }
}
