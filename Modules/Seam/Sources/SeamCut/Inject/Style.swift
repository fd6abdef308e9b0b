/// The form in which callers take the instance.
public enum Style: String, Sendable, CaseIterable {
    /// A parameter of the initializer.
    case initializer
    /// A value of SwiftUI's environment, for views. Other callers take a parameter.
    case environment
    /// A value of swift-dependencies.
    case dependency
    /// A parameter of the initializer that carries several instances.
    case provider
}

/// The values of a library that a property wrapper reads.
enum WrappedValues: String {
    case environment = "Environment"
    case dependency = "Dependency"

    var wrapper: String { rawValue }
    var keyProtocol: String { rawValue + "Key" }
    /// The type that has a property for each value.
    var type: String { rawValue + "Values" }

    /// The modules that declare the type, or export it.
    var modules: [String] {
        switch self {
        case .environment: ["SwiftUI"]
        case .dependency: ["Dependencies", "ComposableArchitecture"]
        }
    }

    /// The most usual properties that the libraries declare themselves.
    var taken: Set<String> {
        switch self {
        case .environment:
            [
                "accessibilityEnabled", "allowsTightening", "calendar", "colorScheme", "controlSize", "dismiss",
                "displayScale", "editMode", "font", "isEnabled", "isFocused", "isPresented", "isSearching",
                "layoutDirection", "lineLimit", "locale", "managedObjectContext", "modelContext", "openURL",
                "openWindow", "presentationMode", "redactionReasons", "refresh", "scenePhase", "timeZone",
                "undoManager",
            ]
        case .dependency:
            [
                "assert", "calendar", "context", "continuousClock", "date", "defaultDatabase", "dismiss",
                "fireAndForget", "isPresented", "locale", "logger", "mainQueue", "mainRunLoop", "openSettings",
                "openURL", "suspendingClock", "temporaryDirectory", "timeZone", "urlSession", "uuid",
            ]
        }
    }
}
