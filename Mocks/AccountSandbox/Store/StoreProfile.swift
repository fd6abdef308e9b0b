/// What the store knows about a person.
struct StoreProfile: Sendable {
    let name: String
    /// As written by the person; nil if none is known.
    let phone: String?
    let bonusPoints: Int
}

extension Store {
    /// Nil if there is no such user.
    func profile(of user: String) -> StoreProfile? {
        switch StoreUser(rawValue: user) {
        case nil: nil
        case .ada: StoreProfile(name: "Ada Example", phone: "+44 20 7946 0018", bonusPoints: 1_250)
        case .grace: StoreProfile(name: "Grace Example", phone: nil, bonusPoints: 0)
        case .yuki: StoreProfile(name: "例 ゆき", phone: "+81-3-0000-0000", bonusPoints: 88)
        case .noor: StoreProfile(name: "نور مثال", phone: "+965 0000 0000", bonusPoints: 12)
        case .zoe: StoreProfile(name: "Zoe\u{301} 👩‍🚀", phone: "", bonusPoints: 7)
        case .edge:
            StoreProfile(
                name: String(repeating: "Maximiliana ", count: 40) + "Example\u{1B}[31m",
                phone: "\u{202E}0000\u{202C} ext. 1",
                bonusPoints: 9_007_199_254_740_991
            )
        }
    }
}
