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
    var body: some View {
        Text("\(title) \(Account.shared.name)")
        Button("visit") { print(Account.shared.visit()) }
        Stack { Text(Theme.shared.name) }
        Row { Text("row \(Feed.shared.name)") }
    }
}

extension Screen {
    var summary: String { "\(title): \(Account.shared.name)" }
}

/// What an initializer reads isn't the environment's.
struct Badge: View {
    let count: Int
    init(start: Int) {
        count = start + Account.shared.visits
        print(Account.shared.name)
    }
    var body: some View { Text("\(count) \(Account.shared.visits)") }
}

struct Row<Content: View>: View {
    private let content: Content
    init(@ViewBuilder content: () -> Content) { self.content = content() }
    var body: some View {
        content
        Text(Feed.shared.name)
        Button("load") { Task { print(await Feed.shared.load()) } }
    }
}

struct Framed: ViewModifier {
    func body(content: Content) -> some View {
        Text("framed by \(Theme.shared.name)")
        content
    }
}

/// A nonisolated member can't read the environment.
struct Plain: View {
    nonisolated var name: String { Theme.shared.name }
    var body: some View { Text(name) }
}

/// Takes a parameter: it is no view.
@MainActor final class Model {
    func refresh() { print(Account.shared.visit()) }
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
