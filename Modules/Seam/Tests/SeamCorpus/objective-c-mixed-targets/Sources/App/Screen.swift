import Core

struct Screen {
    func show() { Settings.standard.reset() }
}
