@main
@MainActor
final class AppDelegate {
    static func main() {
        let controller = MainController(title: "Browser")
        for line in controller.run() { print(line) }
    }
}
