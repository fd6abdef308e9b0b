import Testing

@testable import SeamKit

@Suite("Suggestions")
struct SuggestionsTests {
    private static let seam = CommandNames(
        "seam",
        subcommands: [
            CommandNames("map"), CommandNames("check"), CommandNames("baseline", subcommands: [CommandNames("update")]),
        ]
    )

    @Test(
        "A mistyped command is the nearest one, at any depth",
        arguments: [
            (["mpa"], "seam map"), (["chek", "--strict"], "seam check"),
            (["baseline", "updaet"], "seam baseline update"),
            (["Map", "."], "seam map"), (["--quiet", "mpa"], "seam map"),
        ]
    )
    func commands(arguments: [String], expected: String) {
        #expect(Self.seam.suggestion(for: arguments) == expected)
    }

    @Test(
        "Known commands, options, paths and far words get no suggestion",
        arguments: [["map", "mpa"], ["--mpa"], [], ["xyzzy"], ["baseline"], ["check", "chekc"]]
    )
    func none(arguments: [String]) {
        #expect(Self.seam.suggestion(for: arguments) == nil)
    }

    @Test("Of names that are equally near, the first by name is meant; a swap of neighbours is one slip")
    func nearest() {
        #expect(Suggestion.nearest(to: "orders", among: ["order", "border", "orders"]) == "orders")
        #expect(Suggestion.nearest(to: "ordres", among: ["orders", "addresses"]) == "orders")
        #expect(Suggestion.nearest(to: "cat", among: ["bat", "aat"]) == "aat")
        #expect(Suggestion.text(for: "ordres", among: ["orders"]) == "; did you mean `orders`?")
        #expect(Suggestion.text(for: "far", among: ["orders"]).isEmpty)
    }

    @Test(
        "Words are as far apart as the slips between them",
        arguments: [
            ("layers", "layers", 0), ("layer", "layers", 1), ("lyaers", "layers", 1), ("", "abc", 3),
            ("modules", "imports", 6),
        ]
    )
    func distance(first: String, second: String, distance: Int) {
        #expect(Suggestion.distance(from: first, to: second) == distance)
    }
}
