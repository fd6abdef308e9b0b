import DataSupport
public import Domain

/// A user's profile, from the store's API.
public struct StoreFetchProfile: FetchProfile {
    private let store: StoreAPI

    /// Creates the use case for the users of `store`.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns the profile of `user`. A telephone number that can't be read is left out and reported.
    public func profile(of user: UserID) async throws(ReadError) -> Snapshot<Profile> {
        try await store.get(["user"], query: [("user", user.rawValue)], Profile.init(store:gaps:))
    }
}

extension Profile {
    fileprivate init(store record: WireRecord, gaps: inout [FieldPath]) throws(Unreadable) {
        let points = try record.int("bonus_points", as: "bonusPoints")
        guard points >= 0 else { throw Unreadable("bonusPoints") }
        var phone: String?
        do throws(Unreadable) {
            phone = try record.optionalText("phone")
        } catch {
            gaps.append(FieldPath(error.path))
        }
        self.init(name: try record.text("name"), phone: phone.flatMap { $0.isEmpty ? nil : $0 }, bonusPoints: points)
    }
}
