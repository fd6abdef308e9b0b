struct ProductModel {
    func buy() {
        CartService.shared.add("a")
        CartService.shared.remove("b")
    }
    func price() {
        print(CartService.shared.total())
        print(Theme.current.tint, 1)
    }
}
