import Legacy
import XCTest

final class ConfigTests: XCTestCase {
    func testHost() {
        Config.shared.host = "test"
        XCTAssertEqual(Config.shared.host, "test")
    }
}
