import XCTest
@testable import Shop

final class CartTests: XCTestCase {
    func testEmpty() {
        Cart.shared.lines = []
        XCTAssertEqual(CartView().count(), 0)
    }
}
