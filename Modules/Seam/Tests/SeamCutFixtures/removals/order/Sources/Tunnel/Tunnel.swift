@main
@MainActor
enum Tunnel {
    static func main() {
        for line in StatusScene().lines() + RelayList(count: 2).lines() { print(line) }
    }
}
