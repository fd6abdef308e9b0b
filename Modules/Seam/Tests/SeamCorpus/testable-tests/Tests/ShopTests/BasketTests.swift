import XCTest
@testable import Shop

final class BasketTests: XCTestCase {
    private var sut: Basket!

    override func setUp() {
        super.setUp()
        sut = Basket()
        Basket.shared.lines = []
    }

    override func tearDown() {
        sut = nil
        Basket.shared.lines.removeAll()
    }

    func testAdds() {
        sut.add("a")
        Basket.shared.add("b")
        XCTAssertEqual(Basket.shared.lines, ["b"])
        XCTAssertEqual(sut.lines, ["a"])
    }
}
