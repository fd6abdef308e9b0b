public import Domain
public import Foundation

extension Formats {
    /// Returns a piece of news that arrived at `time`, in one line.
    public func line(_ news: News, at time: Date) -> String {
        switch news {
        case .deal(let deal):
            let row = DealRow(deal, formats: self)
            return wording(.newsDeal, .text(deal.id.rawValue), .text(row.title), .text(row.ends(at: time)))
        case .ended(let id): return wording(.newsEnded, .text(id.rawValue))
        case .connection(.connected): return wording(.newsConnected)
        case .connection(.paused): return wording(.newsPaused)
        case .connection(.lost(let error)): return wording(Problem(error))
        }
    }
}

extension Problem {
    /// Creates the problem that no news arrive.
    public init(_ error: NewsError) {
        switch error {
        case .unavailable: self.init(.newsUnavailable, cause: .unavailable)
        case .unauthorised: self.init(.newsUnauthorised, cause: .unauthorised)
        case .refused: self.init(.newsRefused, cause: .refused)
        case .malformed: self.init(.newsMalformed, cause: .malformed)
        }
    }
}

extension Message {
    /// A deal is new or has changed: its identifier, its title, and when it ends.
    public static let newsDeal = Message("news.deal", "New: {0}  {1}, {2}")
    /// The deal with the identifier in argument 0 has ended.
    public static let newsEnded = Message("news.ended", "Ended: {0}")
    /// News arrive.
    public static let newsConnected = Message("news.connected", "Connected. News appear here as they come.")
    /// The person has switched notifications off.
    public static let newsPaused = Message(
        "news.paused",
        "Push notifications are off, so no news appear. Switch them on to see news here."
    )
    /// The store can't be reached.
    public static let newsUnavailable = Message(
        "news.problem.unavailable",
        "The connection is lost. It is tried again, and what is missed until then appears afterwards."
    )
    /// The store asks to sign in.
    public static let newsUnauthorised = Message(
        "news.problem.unauthorised",
        "You are not signed in, so no news appear. Sign in to see them."
    )
    /// The person may not read the news of this user.
    public static let newsRefused = Message(
        "news.problem.refused",
        "The store does not show you the news of this user. Check the spelling of the name."
    )
    /// The store's response can't be read.
    public static let newsMalformed = Message(
        "news.problem.malformed",
        "The store sent news that can't be read. It is asked again in a moment."
    )

    static let news = [
        newsDeal, newsEnded, newsConnected, newsPaused, newsUnavailable, newsUnauthorised, newsRefused, newsMalformed,
    ]
}
