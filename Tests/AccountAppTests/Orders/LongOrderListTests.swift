import Domain
import DomainMocks
import Foundation
import Presentation
import Synchronization
import Testing

@testable import account

@Suite("A long list of orders")
struct LongOrderListTests {
    @Test("The first rows are passed on before the texts of the other rows are made")
    func first() throws {
        let made = Counter()
        let counting = Wording { message, arguments in
            made.add()
            return message.english(arguments)
        }
        let formats = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: counting)
        let sample = try #require(SampleAccount.orders[SampleAccount.ada]?.first)
        let orders = Array(repeating: sample, count: 5_000)
        let content = ListContent(Snapshot(orders, freshness: .live), of: .orders, formats: formats)
        var madeAtFirstPart: Int?
        var page = Page(Terminal(width: 80, hasColour: false)) { _ in
            madeAtFirstPart = madeAtFirstPart ?? made.count
        }
        page.write("Orders", content, nil, formats, as: .orders)
        page.finish()
        let all = made.count
        #expect(all >= 5_000)
        #expect(try #require(madeAtFirstPart) < all / 10)
    }
}

@Suite("The pager")
struct PagerTests {
    @Test(
        "The pager is that of PAGER, else less if there is one, and none if the person wants none",
        arguments: [
            (["TERM": "xterm", "PAGER": "more -s"], "more -s"), (["TERM": "xterm", "PAGER": ""], nil),
            (["TERM": "xterm", "PAGER": " cat "], nil), (["TERM": "dumb", "PAGER": "more"], nil),
            (["PAGER": "more"], nil),
            (["TERM": "xterm", "PATH": "/nowhere"], nil),
        ] as [([String: String], String?)]
    )
    func command(environment: [String: String], command: String?) {
        #expect(Pager.command(environment) == command)
    }

    @Test(
        "A pager has failed if it ends with an error or is killed, and not if a person leaves it",
        arguments: [
            (0, false), (1 << 8, true), (127 << 8, true), (130 << 8, false), (141 << 8, false), (137 << 8, true),
            (139 << 8, true), (SIGINT, false), (SIGPIPE, false), (SIGKILL, true), (SIGSEGV | 0x80, true),
        ] as [(Int32, Bool)]
    )
    func failed(status: Int32, hasFailed: Bool) {
        #expect(Pager.hasFailed(status) == hasFailed)
    }
}

private final class Counter: Sendable {
    private let made = Mutex(0)

    var count: Int { made.withLock { $0 } }

    func add() { made.withLock { $0 += 1 } }
}
