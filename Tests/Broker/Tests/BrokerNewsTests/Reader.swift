import Domain
import StoreNews
import Testing

/// An observer's news, one after the other.
struct Reader: ~Copyable {
    private var news: AsyncStream<News>.AsyncIterator

    init(_ observe: BrokerNews, of user: UserID = ada) {
        news = observe.news(for: user).makeAsyncIterator()
    }

    /// Expects exactly these news next.
    mutating func expect(_ expected: News..., at location: SourceLocation = #_sourceLocation) async {
        for piece in expected {
            let found = await news.next()
            #expect(found == piece, sourceLocation: location)
        }
    }

    /// Expects a piece of news after any number of others, and returns those before it.
    @discardableResult
    mutating func skip(to expected: News) async -> [News] {
        var skipped: [News] = []
        while let piece = await news.next(), piece != expected { skipped.append(piece) }
        return skipped
    }
}

extension Deal {
    static func sample(_ id: String, title: String = "Two years for one", terms: String = "") -> Deal {
        Deal(id: DealID(id), title: title, subtitle: nil, end: nil, terms: terms)
    }
}

/// The time limit of a test: it waits for events, which a busy machine delays.
extension Trait where Self == TimeLimitTrait {
    static var patient: Self { .timeLimit(.minutes(2)) }
}

/// Tests with brokers run one after the other, because one of them measures the memory of the process.
@Suite("News by MQTT", .serialized, .patient)
enum BrokerTests {}
