#if Account
    public import Domain
    public import Foundation
    import GRDB

    /// A profile, offline first: what the store answers is kept, and what was kept is the answer, with its true age, when the
    /// store can't be reached. Every other failure is a failure, and erases nothing.
    public struct StoredFetchProfile: FetchProfile {
        private let remote: any FetchProfile
        private let store: LocalStore
        private let now: @Sendable () -> Date

        /// Stands before `remote`.
        public init(remote: any FetchProfile, store: LocalStore, now: @escaping @Sendable () -> Date) {
            self.remote = remote
            self.store = store
            self.now = now
        }

        /// As the protocol says. That an answer can't be kept is a warning of the store's.
        public func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile> {
            let asked = now()
            let erasures = await passingOver { () async throws(LocalDataError) in
                try await store.read(Erasures.count(in:))
            }
            do throws(ProfileError) {
                let answer = try await remote.profile(of: user)
                await passingOver { () async throws(LocalDataError) in
                    try await keep(answer, of: user, asked: asked, erasures: erasures)
                }
                return answer
            } catch {
                guard error == .unavailable else { throw error }
                let kept = await passingOver { () async throws(LocalDataError) in
                    try await store.profiles.read(of: user)
                }
                if Task.isCancelled { throw .cancelled }
                guard let kept, let kept else { throw error }
                return kept
            }
        }

        /// Keeps an answer, but for one that is older than what is kept, or that was asked for before the user was signed
        /// out.
        private func keep(
            _ answer: Snapshot<Profile>,
            of user: UserID,
            asked: Date,
            erasures: Int?
        ) async throws(LocalDataError) {
            let asOf = answer.freshness.asOf(asked: asked)
            let record = ProfileTranslator.record(answer.value, asOf: asOf, unreadable: answer.unreadable)
            try await store.write { database in
                guard try Erasures.count(in: database) == erasures else { return }
                let kept = try ProfileRecord.read(of: user, in: database)?.asOf
                if let kept, let asOf, asOf.column < kept, kept <= asked.column { return }
                try record.write(for: user, into: database)
            }
        }

        /// The answer is shown whatever becomes of what is kept; what is wrong with that is told apart.
        @discardableResult
        private func passingOver<Value>(_ work: () async throws(LocalDataError) -> Value) async -> Value? {
            do throws(LocalDataError) {
                return try await work()
            } catch {
                if error != .cancelled { store.warn(.notKept(error)) }
                return nil
            }
        }
    }
#endif
