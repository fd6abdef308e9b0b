public import Domain
public import Foundation

/// News by asking: reads the list of offers again and again, and compares it with the one before.
///
/// Each round first asks for the settings, so the news pause at the latest in the round after the person has switched
/// notifications off on another device. A choice on this device begins a round at once.
public struct PolledNews: ObserveNews {
    /// The calls that a round makes.
    public struct Sources: Sendable {
        let deals: @Sendable () async throws(ReadError) -> Snapshot<[Deal]>
        let settings: any FetchNotificationSettings
        let choices: AnnouncedSettings

        /// Creates the sources.
        ///
        /// - Parameters:
        ///   - deals: Fetches all offers from the store.
        ///   - settings: Fetches which notifications the person wants.
        ///   - choices: Announces the choices that a person makes on this device.
        public init(
            deals: @escaping @Sendable () async throws(ReadError) -> Snapshot<[Deal]>,
            settings: any FetchNotificationSettings,
            choices: AnnouncedSettings
        ) {
            self.deals = deals
            self.settings = settings
            self.choices = choices
        }
    }

    private let sources: Sources
    private let interval: Duration
    private let backoff: NewsBackoff
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Creates news over `sources`.
    ///
    /// - Parameters:
    ///   - sources: The calls that a round makes.
    ///   - interval: The time between two rounds.
    ///   - backoff: The waits after failed rounds.
    ///   - clock: Measures the waits.
    ///   - now: Returns the time of day, which decides whether an offer is over.
    public init(
        _ sources: Sources,
        every interval: Duration,
        backoff: NewsBackoff,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date
    ) {
        self.sources = sources
        self.interval = interval
        self.backoff = backoff
        self.clock = clock
        self.now = now
    }

    /// Returns the news of `user`.
    public func news(for user: UserID) -> AsyncStream<News> {
        NewsMailbox(limit: .max).news { await run(for: user, into: $0) }
    }

    private func run(for user: UserID, into mailbox: NewsMailbox) async {
        // One element begins a round: the end of a wait, or a choice on this device.
        let (rounds, begin) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listening = sources.choices.listen(to: user) { _ in begin.yield() }
        defer { withExtendedLifetime(listening) {} }
        begin.yield()
        var known = Known()
        var failures = 0
        var waiting: Task<Void, Never>?
        for await _ in rounds {
            waiting?.cancel()
            do throws(ReadError) {
                try await round(for: user, &known, into: mailbox)
                failures = 0
            } catch {
                guard let error = NewsError(error) else { return }
                failures += 1
                mailbox.put(.connection(.lost(error)))
            }
            waiting = wait(failures == 0 ? interval : backoff.wait(after: failures), then: begin)
        }
        waiting?.cancel()
    }

    private func round(
        for user: UserID,
        _ state: inout Known,
        into mailbox: NewsMailbox
    ) async throws(ReadError) {
        if state.isPaused, try await !isWanted(by: user) { return mailbox.put(.connection(.paused)) }
        let list = try await sources.deals()
        // Asked after the list: what the store published after the person's choice is then never passed on.
        state.isPaused = try await !isWanted(by: user)
        guard !state.isPaused else { return mailbox.put(.connection(.paused)) }
        mailbox.put(.connection(.connected))
        for piece in state.news(in: list, at: now()) { mailbox.put(piece) }
    }

    private func isWanted(by user: UserID) async throws(ReadError) -> Bool {
        try await sources.settings.notificationSettings(of: user).value.newDeals
    }

    private func wait(_ duration: Duration, then begin: AsyncStream<Void>.Continuation) -> Task<Void, Never> {
        Task { [clock] in
            if (try? await clock.sleep(for: duration)) != nil { begin.yield() }
        }
    }
}

/// What an observer knows after a round.
private struct Known {
    /// Whether the person doesn't want notifications, as far as the last round has found out.
    var isPaused = true
    private var deals: [DealID: Deal] = [:]

    /// Returns the news in a list, which are known afterwards.
    mutating func news(in list: Snapshot<[Deal]>, at time: Date) -> [News] {
        let news = Deal.news(from: deals, to: list.value, at: time).filter { piece in
            // An offer whose record can't be read has not ended, unless its time is over.
            guard case .ended(let id) = piece, !list.unreadable.isEmpty else { return true }
            return list.value.contains { $0.id == id } || deals[id]?.isCurrent(at: time) == false
        }
        for piece in news {
            switch piece {
            case .deal(let deal): deals[deal.id] = deal
            case .ended(let id): deals[id] = nil
            case .connection: break
            }
        }
        return news
    }
}
