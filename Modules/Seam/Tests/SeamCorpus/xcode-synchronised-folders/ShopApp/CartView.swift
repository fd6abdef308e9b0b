struct CartView {
    func count() -> Int { Cart.shared.lines.count }
}
