/// What uses of a singleton have in common: the code around them, without its values.
public struct UseShape: Sendable, Equatable, Encodable {
    /// The code: `Store.shared.log(_:)`.
    public var code: String
    /// The number of uses with it.
    public var uses: Int

    /// Returns what codes have in common, the most frequent first.
    package static func grouped(_ codes: [String]) -> [UseShape] {
        Dictionary(grouping: codes) { $0 }.map { UseShape(code: $0.key, uses: $0.value.count) }
            .sorted { ($1.uses, $0.code) < ($0.uses, $1.code) }
    }
}
