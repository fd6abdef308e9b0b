import Domain
import Presentation

extension LinkGrammar {
    /// The formats in which links may be written.
    static let all = [account, legacy(screens: legacyScreens)]

    /// The screens that replace those of the old app, by the old name in lower case: one line each.
    static let legacyScreens: [String: ScreenID] = [
        "vc1": .reservations,
        "vc2": ScreenID("profile"),
        "vc3": ScreenID("orders"),
    ]
}
