@testable import Shop

struct CartTests {
    func close() {
        Session.shared.user = "a"
        Reporter.shared.report("b")
    }
}
