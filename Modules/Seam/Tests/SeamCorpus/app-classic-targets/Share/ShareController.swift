struct ShareController {
    func finish() {
        Reporter.shared.report("shared")
        Session.shared.user = nil
    }
}
