import Domain
import Foundation
import Presentation

extension LinkGrammar {
    /// The links of screens that are not migrated yet: `myapp://featureABC?cmd=reserve#reservationId=82348@viewId=View1`.
    ///
    /// | A legacy link | Becomes |
    /// | --- | --- |
    /// | `featureABC`, `cmd=reserve` | `account://reservations/reserve`, `name` from `name`, or else from `reservationId` |
    /// | `featureABC`, `cmd=cancel` | `account://reservations/cancel`, `id` from `reservationId` |
    /// | `featureXYZ`, `cmd=getData` | `account://reservations/data`, `id` from `reservationId` |
    /// | `featureXYZ`, `cmd=getData`, without `reservationId` | `account://reservations/data`, which fetches all |
    /// | another feature or command | a link to a command of that name, which no feature has |
    /// | a name without `cmd`, such as `VC1` | the link of the screen in `screens`; of a screen of that name, if it isn't there |
    ///
    /// `viewId` is the screen that opens the link. Old screens identify what they reserve by a number of their own; the store
    /// decides whether such a name can be reserved. Old screens were never strict in what they wrote, so this parser isn't
    /// either: after the feature, any of `?`, `#`, `@` and `&` begins a field, and fields come in any order. Empty fields,
    /// white space around them, the case of features, commands and field names, and unknown fields make no difference. A link
    /// with a repeated field, or with a value that no link can contain, is refused.
    ///
    /// - Parameter screens: The screens that replace the old ones, by the old name in lower case.
    static func legacy(screens: [String: ScreenID]) -> LinkGrammar {
        LinkGrammar(scheme: "myapp") { text throws(LinkError) in
            try LegacyLink(text).link(screens)
        }
    }
}

/// The parts of a link in the format of old screens.
private struct LegacyLink {
    private let feature: String
    private let fields: [String: String]

    init(_ text: String) throws(LinkError) {
        guard let end = text.range(of: "://") else { throw .malformed }
        let parts = text[end.upperBound...].split(omittingEmptySubsequences: false) { "?#@&".contains($0) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        feature = parts.first.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
        var fields: [String: String] = [:]
        for part in parts.dropFirst() where !part.isEmpty {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let value = String(sides[1]).removingPercentEncoding else { throw .malformed }
            let name = sides[0].trimmingCharacters(in: .whitespaces).lowercased()
            guard fields.updateValue(value, forKey: name) == nil else { throw .repeatedParameter }
        }
        self.fields = fields
    }

    func link(_ screens: [String: ScreenID]) throws(LinkError) -> Link {
        guard let command = fields["cmd"] else {
            guard let screen = screens[feature.lowercased()] ?? ScreenID(text: feature) else { throw .malformed }
            return Link(.screen(screen))
        }
        let id = fields["reservationid"]
        let name = fields["name"] ?? id
        switch (feature.lowercased(), command.lowercased()) {
        case ("featureabc", "reserve"): return try link(.reserve, "name", name)
        case ("featureabc", "cancel"): return try link(.cancelReservation, "id", id)
        case ("featurexyz", "getdata"): return try link(.reservationData, "id", id)
        default:
            let isOurs = feature.lowercased() == "featureabc" || feature.lowercased() == "featurexyz"
            guard let feature = isOurs ? .reservations : FeatureID(text: feature),
                let command = CommandName(text: command)
            else { throw .malformed }
            return try link(CommandID(feature, command), "id", id)
        }
    }

    private func link(_ command: CommandID, _ name: String, _ value: String?) throws(LinkError) -> Link {
        var asker: ScreenID?
        if let view = fields["viewid"], !view.isEmpty {
            guard let screen = ScreenID(text: view) else { throw .malformed }
            asker = screen
        }
        return Link(
            .command(command),
            parameters: try LinkParameters(value.map { [name: $0] } ?? [:]),
            asker: asker
        )
    }
}
