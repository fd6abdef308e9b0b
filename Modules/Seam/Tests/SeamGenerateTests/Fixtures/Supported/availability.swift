@available(macOS 15, iOS 18, *)
protocol Modern {
    @available(macOS 15.4, *)
    func glow() -> Int
    @available(*, deprecated, message: "use glow")
    func shine()
}

@available(macOS 15.4, iOS 18, *)
func checkAvailability() async throws {
    let fake = MockModern(glow: { 1 })
    expect(fake.glow() == 1)
}
