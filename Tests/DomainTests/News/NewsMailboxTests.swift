import Domain
import Foundation
import Testing

@Suite("The mailbox of an observer of news")
struct NewsMailboxTests {
    @Test("Unread news about one offer are replaced by the latest")
    func coalesced() async {
        let mailbox = NewsMailbox()
        for piece: News in [.deal(deal(1)), .deal(deal(2)), .ended(DealID("1")), .deal(deal(2, "later"))] {
            mailbox.put(piece)
        }
        #expect(await first(2, in: mailbox) == [.ended(DealID("1")), .deal(deal(2, "later"))])
    }

    @Test("A connection that is lost and back before anybody looked is no news")
    func sameConnection() async {
        let mailbox = NewsMailbox()
        mailbox.put(.connection(.connected))
        let news = mailbox.news { _ in }
        var reader = news.makeAsyncIterator()
        #expect(await reader.next() == .connection(.connected))
        mailbox.put(.connection(.lost(.unavailable)))
        mailbox.put(.connection(.connected))
        mailbox.put(.deal(deal(1)))
        #expect(await reader.next() == .deal(deal(1)))
    }

    @Test("A connection that is said again stays before the offers that came over it")
    func repeatedConnection() async {
        let mailbox = NewsMailbox()
        for piece: News in [.connection(.connected), .deal(deal(1)), .connection(.connected)] { mailbox.put(piece) }
        #expect(await first(2, in: mailbox) == [.connection(.connected), .deal(deal(1))])
    }

    @Test("A flood of 100,000 offers leaves the newest, and says how many are missing")
    func flood() async {
        let mailbox = NewsMailbox(limit: 100)
        mailbox.put(.connection(.connected))
        for number in 1...100_000 { mailbox.put(.deal(deal(number))) }
        #expect(mailbox.takeDropped() == 99_900)
        #expect(mailbox.takeDropped() == 0)
        #expect(
            await first(101, in: mailbox)
                == [.connection(.connected)] + (99_901...100_000).map { .deal(deal($0)) }
        )
    }

    @Test("The work is cancelled when its reader is")
    func readerCancelled() async {
        let (ended, end) = AsyncStream<Never>.makeStream()
        let news = NewsMailbox().news { _ in await untilCancelled(then: end) }
        let reader = Task { for await _ in news {} }
        reader.cancel()
        await reader.value
        for await _ in ended {}
    }

    @Test("The work is cancelled when nobody can read any more")
    func readerGone() async {
        let (ended, end) = AsyncStream<Never>.makeStream()
        do { _ = NewsMailbox().news { _ in await untilCancelled(then: end) } }
        for await _ in ended {}
    }

    private func deal(_ number: Int, _ title: String = "An offer") -> Deal {
        Deal(id: DealID("\(number)"), title: title, subtitle: nil, end: nil, terms: "")
    }

    private func first(_ count: Int, in mailbox: NewsMailbox) async -> [News] {
        var news: [News] = []
        for await piece in mailbox.news(from: { _ in }) {
            news.append(piece)
            if news.count == count { break }
        }
        return news
    }
}

private func untilCancelled(then end: AsyncStream<Never>.Continuation) async {
    let (never, continuation) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    withExtendedLifetime(continuation) {}
    end.finish()
}

@Suite("News that follow from two lists")
struct DealNewsTests {
    @Test("What is new, changed, gone or over is news; what is the same is none")
    func differences() {
        let now = Date(timeIntervalSince1970: 1_000)
        let over = deal("over", end: 999)
        let list = [deal("new", end: 2_000), deal("changed", end: 3_000), deal("same", end: nil), over]
        let known = [
            deal("same", end: nil), deal("changed", end: 1_500), deal("gone", end: nil), deal("over", end: 5_000),
        ]
        let news = Deal.news(from: Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) }), to: list, at: now)
        #expect(news == [.deal(list[0]), .deal(list[1]), .ended(DealID("gone")), .ended(DealID("over"))])
    }

    private func deal(_ id: String, end: TimeInterval?) -> Deal {
        let end = end.map { DealEnd.moment(Date(timeIntervalSince1970: $0)) }
        return Deal(id: DealID(id), title: "An offer", subtitle: nil, end: end, terms: "")
    }
}
