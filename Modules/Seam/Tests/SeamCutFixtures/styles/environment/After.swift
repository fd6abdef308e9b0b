// modes: 5 6 main
import SwiftUI

@MainActor final class Account {
    static let shared = Account("shared")
    let name: String
    var visits = 0
    init(_ name: String) {
        print("account made")
        self.name = name
    }
    func visit() -> String {
        visits += 1
        return "\(name) \(visits)"
    }
}

nonisolated final class Theme: Sendable {
    static let shared = Theme("plain")
    let name: String
    init(_ name: String) {
        print("theme made")
        self.name = name
    }
}

@MainActor final class Feed {
    static var shared = Feed("first")
    let name: String
    init(_ name: String) { self.name = name }
    func load() async -> String { "\(name) loaded" }
}

/// Takes the instance from the environment: no initializer changes.
struct Screen: View {
    let title: String
    @Environment(\.account) private var injectedAccount
    private var account: Account { injectedAccount ?? .shared }

    @Environment(\.feed) private var injectedShared
    private var shared: Feed { injectedShared ?? Feed.shared }

    @Environment(\.theme) private var injectedTheme
    private var theme: Theme { injectedTheme ?? .shared }

    var body: some View {
        Text("\(title) \(account.name)")
        Button("visit") { print(account.visit()) }
        Stack { Text(theme.name) }
        Row { Text("row \(shared.name)") }
    }
}

extension Screen {
    var summary: String { "\(title): \(account.name)" }
}

/// What an initializer reads isn't the environment's.
struct Badge: View {
    private static var account: Account { .shared }

    let count: Int
    @Environment(\.account) private var injectedAccount
    private var account: Account { injectedAccount ?? .shared }

    init(start: Int) {
        count = start + Badge.account.visits
        print(Badge.account.name)
    }
    var body: some View { Text("\(count) \(account.visits)") }
}

struct Row<Content: View>: View {
    private let content: Content
    @Environment(\.feed) private var injectedShared
    private var shared: Feed { injectedShared ?? Feed.shared }

    init(@ViewBuilder content: () -> Content) { self.content = content() }
    var body: some View {
        content
        Text(shared.name)
        Button("load") { Task { print(await shared.load()) } }
    }
}

struct Framed: ViewModifier {
    @Environment(\.theme) private var injectedTheme
    private var theme: Theme { injectedTheme ?? .shared }

    func body(content: Content) -> some View {
        Text("framed by \(theme.name)")
        content
    }
}

/// A nonisolated member can't read the environment.
struct Plain: View {
    nonisolated private var theme: Theme { .shared }

    nonisolated var name: String { theme.name }
    var body: some View { Text(name) }
}

/// Takes a parameter: it is no view.
@MainActor final class Model {
    private let account: Account

    init(account: Account? = nil) {
        self.account = account ?? .shared
    }

    func refresh() { print(account.visit()) }
}

@main enum Program {
    @MainActor static func main() {
        Host.show(Screen(title: "start"))
        Host.press("visit")
        Feed.shared = Feed("second")
        Host.press("load")
        Host.show(Row { Text("again") })
        Host.show(Badge(start: 5).modifier(Framed()))
        Host.show(Plain())
        print(Screen(title: "loose").summary)
        Model().refresh()
    }
}
