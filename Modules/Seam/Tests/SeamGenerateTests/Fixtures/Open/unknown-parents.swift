protocol Themed: ThemeProviding {  // lacks: it inherits from `ThemeProviding`, which the sources don't declare
    func paint()
}

@MainActor protocol ThemedScreen: ThemeProviding {  // lacks: it inherits from `ThemeProviding`
    func show() -> Int
}

/// A shop with a theme.
public protocol ThemedShop: Comparable {  // lacks: it inherits from `Comparable`
    associatedtype Ware
    func sell(_ ware: Ware)
}

protocol Tally: Sequence where Element == Int {  // lacks: it inherits from `Sequence`
    func total() -> Int
}

final class FakeThemed: MockThemed, Themed {
    var theme = "dark"
}

final class FakeThemedScreen: MockThemedScreen, ThemedScreen {
    nonisolated var theme: String { "light" }
}

final class FakeThemedShop<Ware>: MockThemedShop<Ware>, ThemedShop {
    static func < (first: FakeThemedShop, second: FakeThemedShop) -> Bool { false }
    static func == (first: FakeThemedShop, second: FakeThemedShop) -> Bool { first === second }
}

final class FakeTally: MockTally, Tally {
    func makeIterator() -> IndexingIterator<[Int]> { [1, 2].makeIterator() }
}

func checkUnknownParents() async throws {
    let fake = FakeThemed()
    let themed: any Themed = fake
    themed.paint()
    expect(fake.paintCalls.count == 1 && themed.theme == "dark")
    expect(await FakeThemedScreen(show: { 2 }).show() == 2)
    FakeThemedShop<Int>().sell(3)
    expect(FakeTally(total: { 3 }).reduce(0, +) == 3)
}
