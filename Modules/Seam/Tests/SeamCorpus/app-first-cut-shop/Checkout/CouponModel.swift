struct CouponModel {
    func use() {
        CartService.shared.redeem("g")
    }
}
