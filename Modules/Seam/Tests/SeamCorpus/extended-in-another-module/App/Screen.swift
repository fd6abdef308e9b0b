import Core

final class Screen {
    func show() {
        Api.shared.load()
        print(Api.shared.count)
    }
}
