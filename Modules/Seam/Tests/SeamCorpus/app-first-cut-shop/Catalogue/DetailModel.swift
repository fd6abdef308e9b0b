struct DetailModel {
    func show() {
        print(Theme.current.size, 3)
        print(Theme.current.tint, 4)
    }
}
