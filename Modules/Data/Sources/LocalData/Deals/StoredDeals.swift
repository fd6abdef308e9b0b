#if Account
    public import Domain
    public import Foundation
    import Synchronization

    /// A user's offers, offline first.
    ///
    /// There is one truth, what the store on this device has: observers are told what it had, and news when it has them. A
    /// refresh that fails is told and erases nothing.
    public final class StoredDeals: ObserveDeals, RefreshDeals {
        private let user: UserID
        private let store: LocalStore
        private let now: @Sendable () -> Date
        private let fetch: @Sendable () async throws(DealsError) -> Snapshot<[Deal]>
        /// Whoever observes is in here before `deals()` returns, so that a refresh after it reaches them.
        private let observers = Mutex<[ObjectIdentifier: DealsObserver]>([:])

        /// Stands before `fetch`, which asks the store for the offers of `user`.
        public init(
            of user: UserID,
            in store: LocalStore,
            now: @escaping @Sendable () -> Date,
            fetch: @escaping @Sendable () async throws(DealsError) -> Snapshot<[Deal]>
        ) {
            self.user = user
            self.store = store
            self.now = now
            self.fetch = fetch
        }

        /// As the protocol says. What was kept is told with its true age, also what another process keeps meanwhile; what
        /// this object has fetched is live.
        public func deals() -> AsyncStream<DealsUpdate> {
            let (observer, updates) = DealsObserver.begin(of: user, in: store) { [weak self] observer in
                _ = self?.observers.withLock { $0.removeValue(forKey: ObjectIdentifier(observer)) }
            }
            observers.withLock { $0[ObjectIdentifier(observer)] = observer }
            return updates
        }

        /// As the protocol says. An answer that is older than what is kept does not replace it; one that arrives after the
        /// user was signed out is not kept, and the error is `.unauthorised`.
        public func refreshDeals() async throws(DealsError) {
            do throws(DealsError) {
                let list = try await fetched()
                for observer in everybody { observer.tell(list) }
                await store.announce()
            } catch {
                guard error != .cancelled else { throw error }
                for observer in everybody { observer.tell(error) }
                throw error
            }
        }

        /// How many observe.
        var observerCount: Int { observers.withLock(\.count) }

        private var everybody: [DealsObserver] {
            observers.withLock { Array($0.values) }
        }

        /// Fetches the list, keeps it, and answers what is kept then.
        private func fetched() async throws(DealsError) -> KeptDealList {
            let asked = now()
            let erasures = try await kept { () async throws(LocalDataError) in try await store.read(Erasures.count(in:))
            }
            let answer = try await fetch()
            let list = try await kept { [user] () async throws(LocalDataError) in
                // Whoever observes is told by `refreshDeals`, and only then by the file.
                try await store.write(announced: false) { database -> KeptDealList? in
                    guard try Erasures.count(in: database) == erasures else { return nil }
                    let asOf = answer.freshness.asOf(asked: asked)
                    if let kept = try KeptDealList.asOf(of: user, in: database), let asOf, asOf < kept, kept <= asked {
                        return try KeptDealList(of: user, in: database)
                    }
                    try KeptDeals.replace(
                        answer.value,
                        of: user,
                        asOf: asOf,
                        unreadable: answer.unreadable,
                        in: database
                    )
                    return try KeptDealList(of: user, in: database)?.with(answer.freshness)
                }
            }
            guard let list else { throw .unauthorised }
            return list
        }

        private func kept<Value>(
            _ work: () async throws(LocalDataError) -> Value
        ) async throws(DealsError) -> Value {
            do throws(LocalDataError) {
                return try await work()
            } catch {
                throw DealsError(error)
            }
        }
    }

    extension DealsError {
        init(_ error: LocalDataError) {
            self = error == .cancelled ? .cancelled : .unavailable
        }
    }
#endif
