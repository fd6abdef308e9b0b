/// @model
struct Range {  // refused: it has no initialiser for its fields, such as `init(first:last:)`
    /// @json
    let first: Int
    /// @json
    let last: Int

    init?(first: Int, last: Int) {
        guard first <= last else { return nil }
        self.first = first
        self.last = last
    }

    init(first: Int, count: Int) {
        self.first = first
        last = first + count
    }
}

/// @model
class Empty {
    /// @json
    var name: String = ""
    var other: Int  // refused: `other`: it has no value, and the class has no initialiser
}
