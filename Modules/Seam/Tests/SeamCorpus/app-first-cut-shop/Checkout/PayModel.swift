struct PayModel {
    func show() {
        print(Theme.current.tint, Theme.current.size)
    }
}
