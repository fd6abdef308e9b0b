#if MQTT
    import Domain
    import Foundation
    import Synchronization

    /// What arrives for one observer from the broker, on the thread of a `BrokerLoop`: it is read, compared with what is known,
    /// and put into the mailbox, at once and in order. What takes time is left to the observer's task, which `next()` wakes.
    final class NewsInbox: Sendable {
        /// What the observer's task has to do.
        enum Step: Sendable {
            /// The connection has ended.
            case reconnect(NewsError)
            /// The store says that the person's settings have changed.
            case readSettings
        }

        private struct State {
            var connection: BrokerConnection?
            /// Distinguishes the current connection from earlier ones.
            var attempt = 0
            var isAccepted = false
            /// Whether the broker has granted the offers.
            var isGranted = false
            var isWanted = false
            /// The person's latest choice on this device since `prepare()`.
            var choice: Bool?
            /// Whether the state of the connection was reported since it was opened.
            var isEstablished = false
            var isStoreOnline = true
            var memory = OfferMemory(limit: 4_096)
            var failure: NewsError?
            var mustReadSettings = false
            var defects: [NewsDefect: Int] = [:]
        }

        private let offers: String
        private let settings: String
        private let mailbox: NewsMailbox
        private let now: @Sendable () -> Date
        private let state = Mutex(State())
        private let wakes: AsyncStream<Void>
        private let wake: AsyncStream<Void>.Continuation
        /// One element for one or more defects.
        let defectWakes: AsyncStream<Void>
        private let defectWake: AsyncStream<Void>.Continuation

        init(of user: UserID, mailbox: NewsMailbox, now: @escaping @Sendable () -> Date) {
            offers = NewsTopic.deals(of: user)
            settings = NewsTopic.settings(of: user)
            self.mailbox = mailbox
            self.now = now
            (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            (defectWakes, defectWake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        }
    }

    // MARK: - For the observer's task

    extension NewsInbox {
        /// Announces that the settings are read next, which may miss a choice that the person makes meanwhile.
        func prepare() {
            state.withLock { $0.choice = nil }
        }

        /// Begins an attempt with a connection that `open` returns. It must pass everything that happens on it to the function
        /// that it gets. A choice since `prepare()` takes precedence over `isWanted`.
        func begin(isWanted: Bool, _ open: (@escaping @Sendable (BrokerEvent) -> Void) -> BrokerConnection) {
            state.withLock { state in
                state.attempt += 1
                state.isAccepted = false
                state.isGranted = false
                state.isEstablished = false
                state.isStoreOnline = true
                state.isWanted = state.choice ?? isWanted
                state.failure = nil
                state.mustReadSettings = false
                state.connection = open { [weak self, attempt = state.attempt] event in
                    self?.receive(event, attempt)
                }
            }
        }

        /// Ends the connection, if there is one, and reports why.
        func end(_ error: NewsError) {
            state.withLock { state in
                state.attempt += 1
                state.connection = nil
                state.isEstablished = false
                mailbox.put(.connection(.lost(error)))
            }
        }

        /// Whether the current attempt has succeeded.
        var isEstablished: Bool { state.withLock(\.isEstablished) }

        /// Follows a choice of the person on this device: subscribes, or unsubscribes, at once.
        func choose(_ isWanted: Bool) {
            state.withLock { state in
                state.choice = isWanted
                apply(isWanted, to: &state)
            }
        }

        /// Follows the settings as they were read, unless the person has made a choice since `prepare()`.
        func settle(_ isWanted: Bool) {
            state.withLock { apply($0.choice ?? isWanted, to: &$0) }
        }

        /// Waits for what is to be done next; `nil` if the task is cancelled.
        func next() async -> Step? {
            if let step = takeStep() { return step }
            for await _ in wakes {
                if let step = takeStep() { return step }
            }
            return nil
        }

        /// Returns how often each defect was found since the last call.
        func takeDefects() -> [NewsDefect: Int] {
            state.withLock { state in
                defer { state.defects = [:] }
                return state.defects
            }
        }

        private func takeStep() -> Step? {
            state.withLock { state in
                if let failure = state.failure {
                    state.failure = nil
                    return .reconnect(failure)
                }
                guard state.mustReadSettings else { return nil }
                state.mustReadSettings = false
                return .readSettings
            }
        }
    }

    // MARK: - On the loop's thread

    extension NewsInbox {
        private func receive(_ event: BrokerEvent, _ attempt: Int) {
            state.withLock { state in
                guard state.attempt == attempt else { return }
                switch event {
                case .connected: accepted(&state)
                case .subscribed(offers, let isGranted): granted(isGranted, &state)
                case .subscribed(settings, isGranted: false): fail(.refused, &state)
                case .subscribed: break
                case .message(_, let payload?) where payload.isEmpty: break
                case .message(let topic, let payload): read(topic, payload, &state)
                case .closed(.unavailable): fail(.unavailable, &state)
                case .closed(.unauthorised): fail(.unauthorised, &state)
                case .closed(.untrusted):
                    note(.untrusted, 1, &state)
                    fail(.unavailable, &state)
                }
            }
        }

        private func accepted(_ state: inout State) {
            state.isAccepted = true
            state.connection?.subscribe(to: settings)
            state.connection?.subscribe(to: NewsTopic.status)
            if state.isWanted {
                state.connection?.subscribe(to: offers)
            } else {
                // A session that the broker has stored may still have the subscription.
                state.connection?.unsubscribe(from: offers)
                report(&state)
            }
        }

        private func granted(_ isGranted: Bool, _ state: inout State) {
            guard isGranted else { return fail(.refused, &state) }
            state.isGranted = state.isWanted
            report(&state)
        }

        private func fail(_ error: NewsError, _ state: inout State) {
            state.failure = error
            state.connection = nil
            wake.yield()
        }

        private func read(_ topic: String, _ payload: Data?, _ state: inout State) {
            do throws(NewsDefect) {
                guard let payload else { throw .tooLarge }
                switch topic {
                case settings:
                    let isWanted = try NewsMessage.flag("new_deals", in: payload)
                    // Off counts at once. On may be older than a choice on this device, so that is looked up.
                    if !isWanted { apply(false, to: &state) }
                    state.mustReadSettings = true
                    wake.yield()
                case NewsTopic.status:
                    online(try NewsMessage.flag("online", in: payload), &state)
                default:
                    let message = try NewsMessage(payload)
                    guard state.isWanted, state.isStoreOnline else { return }
                    // A session that the broker has stored sends its messages before it grants anything.
                    if !state.isGranted { granted(true, &state) }
                    guard let news = state.memory.news(in: message, at: now()) else { return }
                    mailbox.put(news)
                    let dropped = mailbox.takeDropped()
                    if dropped > 0 { note(.unread, dropped, &state) }
                }
            } catch {
                note(error, 1, &state)
            }
        }

        private func online(_ isOnline: Bool, _ state: inout State) {
            guard isOnline != state.isStoreOnline else { return }
            state.isStoreOnline = isOnline
            report(&state)
            // The broker sends the latest state of each offer again, with what was passed over meanwhile.
            if isOnline, state.isGranted { state.connection?.subscribe(to: offers) }
        }

        private func apply(_ isWanted: Bool, to state: inout State) {
            guard isWanted != state.isWanted else { return }
            state.isWanted = isWanted
            guard state.isAccepted else { return }
            if isWanted {
                state.connection?.subscribe(to: offers)
            } else {
                state.isGranted = false
                state.connection?.unsubscribe(from: offers)
                report(&state)
            }
        }

        /// Puts the state of the connection into the mailbox, unless the broker has not granted the offers yet.
        private func report(_ state: inout State) {
            guard !state.isWanted || state.isGranted else { return }
            state.isEstablished = true
            let isOnline = state.isStoreOnline
            mailbox.put(.connection(!state.isWanted ? .paused : isOnline ? .connected : .lost(.unavailable)))
        }

        private func note(_ defect: NewsDefect, _ count: Int, _ state: inout State) {
            state.defects[defect, default: 0] += count
            defectWake.yield()
        }
    }
#endif
