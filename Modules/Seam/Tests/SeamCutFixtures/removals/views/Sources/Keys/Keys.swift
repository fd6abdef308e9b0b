@main
struct Keys: App {
    var body: String { Home(title: "car").body }
}
