public import Domain

/// The feature of each link.
struct FeatureDirectory: Sendable {
    private(set) var screens: [ScreenID: (screen: Feature.Screen, feature: FeatureID)] = [:]
    private(set) var commands: [CommandID: Feature.Command] = [:]
    private(set) var features: Set<FeatureID> = []

    /// Creates the directory; throws if two features claim the same link.
    init(_ features: [Feature]) throws(FlowSetupError) {
        for feature in features {
            guard self.features.insert(feature.id).inserted else { throw .featureClaimedTwice(feature.id) }
            for screen in feature.screens {
                if let other = screens[screen.id] {
                    throw .screenClaimedTwice(screen.id, by: other.feature, and: feature.id)
                }
                screens[screen.id] = (screen, feature.id)
            }
            for command in feature.commands {
                let id = CommandID(feature.id, command.name)
                guard commands[id] == nil else { throw .commandClaimedTwice(id) }
                commands[id] = command
            }
        }
    }
}

/// Why an app can't start: two of its parts claim the same links.
public enum FlowSetupError: Error, Hashable, Sendable {
    /// Two features have this name, so both claim its commands.
    case featureClaimedTwice(FeatureID)
    /// Two features, or one feature twice, have this screen.
    case screenClaimedTwice(ScreenID, by: FeatureID, and: FeatureID)
    /// A feature has this command twice.
    case commandClaimedTwice(CommandID)
    /// Two grammars parse links with this scheme.
    case schemeClaimedTwice(String)
}
