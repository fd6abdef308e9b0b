/// Stands for SwiftUI: a view is text here.
@MainActor
protocol View {
    var body: String { get }
}

/// Stands for the wrapper of the framework.
@propertyWrapper
struct ObservedObject<Value> {
    var wrappedValue: Value
}

struct GeneralPane: View {
    @ObservedObject var startup = StartupPreferences.shared
    let title: String

    var body: String { "\(title): \(startup.restoresWindows ? "restore" : "new window")" }
}

struct AppearancePane: View {
    @ObservedObject var model: AppearancePreferences = .shared

    var body: String { "theme \(model.theme)\(model.showsFullAddress ? ", full addresses" : "")" }
}

/// Makes the panes.
struct PreferencesView: View {
    let title: String

    var body: String { GeneralPane(title: title).body + "; " + AppearancePane().body }
}
