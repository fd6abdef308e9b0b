import Domain
import Presentation

/// The screens on the page: those of the terminal, by the same features. A feature that is added there is here, too.
@MainActor
enum WebScreens {
    /// The entries of the navigation: paths and names. The last ones have no screen, or one with a parameter, in a terminal.
    static let navigation: [(path: String, name: String)] = {
        let screens = TerminalFeature.all.flatMap(\.screens).map(\.screen)
            .filter { $0.parameters.required.isEmpty && $0.id != .signIn }
        return (screens.map(\.id.text) + ["search", "hand-over", "errors"]).map { ($0, name(at: $0)) }
    }()

    static func screen(at path: String) -> TerminalScreen? {
        TerminalFeature.all.flatMap(\.screens).first { $0.screen.id.text == path && $0.screen.id != .signIn }
    }

    /// Returns the path of the entry of the navigation that leads to a screen.
    static func entry(of path: String) -> String {
        if navigation.contains(where: { $0.path == path }) { return path }
        let feature = TerminalFeature.all.first { $0.screens.contains { $0.screen.id.text == path } }
        return feature?.screens.first?.screen.id.text ?? path
    }

    /// Returns the name of a screen, from its path.
    static func name(at path: String) -> String {
        let words = path == "hand-over" ? path : path.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
