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
        var fields = FieldReader()
        let name = fields.read(try record.text("name"))
        let points = fields.read(try record.int("bonus_points", as: "bonusPoints"))
        if let points, points < 0 { fields.note(Unreadable("bonusPoints")) }
        var phone: String?
        do throws(Unreadable) {
            phone = try record.optionalWord("phone")
        } catch {
            gaps += error.fields
        }
        guard let name, let points, points >= 0 else { throw fields.failure }
        self.init(name: name, phone: phone, bonusPoints: points)
    }
}
