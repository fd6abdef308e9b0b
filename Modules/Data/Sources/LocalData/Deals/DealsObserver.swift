#if Account
    import Domain
    import Synchronization

    /// One who observes the offers: what they are still to be told, at most the latest list and an error after it.
    ///
    /// What is kept comes first, no list after a newer one, and an error never takes the place of a list.
    final class DealsObserver: Sendable {
        private struct State {
            /// Whether it is known what was kept at first; nothing is told before.
            var hasBegun = false
            /// Of the newest list that was told or is to be told.
            var revision: Int64 = 0
            var list: Snapshot<[Deal]>?
            var error: DealsError?
        }

        private let state = Mutex(State())
        private let bell: AsyncStream<Void>.Continuation

        private init(_ bell: AsyncStream<Void>.Continuation) {
            self.bell = bell
        }

        /// Begins to observe.
        ///
        /// - Parameter onEnd: Called when nobody reads the updates any more.
        static func begin(
            of user: UserID,
            in store: LocalStore,
            onEnd: @escaping @Sendable (DealsObserver) -> Void
        ) -> (observer: DealsObserver, updates: AsyncStream<DealsUpdate>) {
            let (rings, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let observer = DealsObserver(bell)
            let following = Task {
                let lists = store.observe(
                    { try KeptDealList.revision(of: user, in: $0) },
                    value: { try KeptDealList(of: user, in: $0) }
                )
                for await list in lists { observer.tell(list) }
            }
            bell.onTermination = { _ in
                onEnd(observer)
                following.cancel()
            }
            // `rings` is held by this closure alone, so it ends with the last one who could ask for an update.
            let updates = AsyncStream<DealsUpdate> {
                while true {
                    if let update = observer.next() { return update }
                    var iterator = rings.makeAsyncIterator()
                    guard await iterator.next() != nil else { return nil }
                }
            }
            return (observer, updates)
        }

        /// Tells what a refresh has brought.
        func tell(_ news: KeptDealList) {
            state.withLock { state in
                guard news.revision >= state.revision else { return }
                (state.revision, state.list, state.error) = (news.revision, news.snapshot, nil)
            }
            bell.yield()
        }

        /// Tells that a refresh has failed.
        func tell(_ error: DealsError) {
            state.withLock { $0.error = error }
            bell.yield()
        }

        /// Tells what is kept, at first and when it has changed. That nothing is kept any more takes nothing back.
        private func tell(_ kept: Result<KeptDealList?, LocalDataError>) {
            state.withLock { state in
                switch kept {
                case .success(let list?) where list.revision > state.revision:
                    (state.revision, state.list) = (list.revision, list.snapshot)
                    if state.hasBegun { state.error = nil }
                case .success: break
                case .failure(let error): state.error = DealsError(error)
                }
                state.hasBegun = true
            }
            bell.yield()
        }

        private func next() -> DealsUpdate? {
            state.withLock { state in
                guard state.hasBegun else { return nil }
                if let list = state.list {
                    state.list = nil
                    return .success(list)
                }
                if let error = state.error {
                    state.error = nil
                    return .failure(error)
                }
                return nil
            }
        }
    }
#endif
