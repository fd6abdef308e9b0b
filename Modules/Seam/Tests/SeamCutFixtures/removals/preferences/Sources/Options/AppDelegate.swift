@main
@MainActor
final class AppDelegate {
    static func main() {
        let menu = Menu()
        print(menu.openPreferences())
        menu.toggleFullAddress()
        print(summary())
        menu.reset()
        print(menu.openPreferences())
    }
}
