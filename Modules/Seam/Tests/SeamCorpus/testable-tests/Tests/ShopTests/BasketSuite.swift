import Testing
@testable import Shop

@Suite(.serialized) struct BasketSuite {
    let basket = Basket.shared

    @Test("A line that is added is kept") func adds() {
        basket.add("a")
        #expect(basket.lines.contains("a"))
    }
}
