public import Domain

/// What every `FetchProfile` must do.
public typealias FetchProfileContract = ReadContract<UserID, Profile>

extension FetchProfileContract {
    /// All rows of the contract. The part that can't be read is the telephone number, and the mandatory part is the name.
    public static var rows: [Row] {
        valueRows(
            ValueExamples(
                full: Profile(name: "Ada Example", phone: "+49 (0)30 1234-567 ext. 8", bonusPoints: 1_250),
                sparse: Profile(name: "Зоя 👩‍🚀 e\u{301}", phone: nil, bonusPoints: 0),
                rest: Profile(name: "Ada Example", phone: nil, bonusPoints: 1_250)
            )
        )
    }
}
