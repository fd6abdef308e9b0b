struct BasketModel {
    func edit() {
        CartService.shared.add("e")
        CartService.shared.remove("f")
        print(CartService.shared.total(), 1)
    }
}
