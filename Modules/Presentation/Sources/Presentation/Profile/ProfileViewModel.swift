public import Domain
public import Foundation

/// What the store knows about a user: name, telephone number and bonus points.
public typealias ProfileViewModel = ReadViewModel<Profile>

extension ProfileViewModel {
    /// Creates a profile that is empty until its first `load()`.
    public convenience init(
        user: UserID,
        fetchProfile: any FetchProfile,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(.profile, of: user, read: fetchProfile.profile, formats: formats, now: now)
    }
}

extension ReadContent<Profile> {
    /// The name by which the user wants to be addressed.
    public var name: String { snapshot.value.name }

    /// The points: "1,250 bonus points".
    public var bonus: String { formats.wording(.profileBonus, formats.argument(snapshot.value.bonusPoints)) }

    /// The telephone number, or a note that none is known.
    public var phone: String {
        snapshot.value.phone.map { formats.wording(.profilePhone, .text($0)) } ?? formats.wording(.profileNoPhone)
    }
}

extension Noun {
    /// A user's profile.
    public static let profile = Noun(singular: "profile", title: "Profile")
}

extension Message {
    /// The heading of an account; argument 0 is the user's identifier.
    public static let accountTitle = Message("account.title", "Account {0}")
    /// The telephone number in argument 0.
    public static let profilePhone = Message("profile.phone", "Telephone {0}")
    /// No telephone number is known.
    public static let profileNoPhone = Message("profile.phone.none", "No telephone number")
    /// A number of bonus points, the count in argument 0.
    public static let profileBonus = Message("profile.bonus", "{0} bonus points", one: "{0} bonus point")

    static let profile = [accountTitle, profilePhone, profileNoPhone, profileBonus]
}
