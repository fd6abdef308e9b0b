/// Stands for the class of the framework: a storyboard makes it with a coder.
@MainActor
class ViewController {
    init() {}

    required init?(coder: [String: String]) { nil }
}
