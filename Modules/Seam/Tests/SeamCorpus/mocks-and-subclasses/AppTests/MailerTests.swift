import XCTest
@testable import App

final class MockMailer: Mailer {
    var texts: [String] = []
    override func send(_ text: String) {
        texts.append(text)
        super.send(text)
    }
}

final class MailerTests: XCTestCase {
    private var original: Mailer!

    override func setUp() {
        original = Mailer.shared
        Mailer.shared = MockMailer()
    }

    override func tearDown() {
        Mailer.shared = original
    }

    func testSends() throws {
        Mailer.shared.send("a")
        let mock = try XCTUnwrap(Mailer.shared as? MockMailer)
        XCTAssertEqual(Mailer.shared.sent, 1)
        MockMailer.shared.send("b")
        XCTAssertEqual(mock.texts.count, 2)
    }
}
