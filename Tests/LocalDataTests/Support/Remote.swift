import Domain
import Synchronization

/// The next responses of the store, and the number of requests.
final class Remote<Value: Sendable, Failure: Error>: Sendable {
    private let answer: Mutex<Result<Value, Failure>>
    private let count = Mutex(0)

    init(_ answer: Result<Value, Failure>) {
        self.answer = Mutex(answer)
    }

    var calls: Int { count.withLock { $0 } }

    func answers(_ next: Result<Value, Failure>) {
        answer.withLock { $0 = next }
    }

    @Sendable func fetch() async throws(Failure) -> Value {
        count.withLock { $0 += 1 }
        return try answer.withLock { $0 }.get()
    }
}

typealias RemoteDeals = Remote<Snapshot<[Deal]>, DealsError>
typealias RemoteProfile = Remote<Snapshot<Profile>, ProfileError>

extension RemoteProfile: FetchProfile {
    func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile> {
        try await fetch()
    }
}
