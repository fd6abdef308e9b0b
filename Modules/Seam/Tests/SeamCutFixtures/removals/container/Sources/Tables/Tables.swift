@main
@MainActor
enum Tables {
    static func main() {
        let services = AppServices()
        for line in Window(services: services).lines() { print(line) }
    }
}
