import XCTest
@testable import App

final class ProfileTests: XCTestCase {
    override func setUp() {
        Current = World()
        Current.date = { Date(timeIntervalSince1970: 0) }
        Current.api.baseURL = "http://localhost"
        Current.api.fetchUser = { _ in "Ada" }
    }

    func testLocal() {
        let Current = ["date": 1]
        XCTAssertEqual(Current["date"], 1)
    }
}
