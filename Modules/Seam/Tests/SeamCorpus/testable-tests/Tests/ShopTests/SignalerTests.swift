import XCTest
@testable import Shop

final class SignalerTests: XCTestCase {
    override func setUp() {
        Signaler.delay = 0.05
        Signaler.limit += 1
    }

    func testWaits() {
        XCTAssertGreaterThan(Signaler.wait(), 0)
    }
}
