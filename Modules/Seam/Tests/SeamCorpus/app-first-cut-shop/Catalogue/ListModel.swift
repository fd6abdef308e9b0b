struct ListModel {
    func buy() {
        CartService.shared.add("c")
    }
    func undo() {
        CartService.shared.remove("d")
        print(Theme.current.tint, 2)
    }
}
