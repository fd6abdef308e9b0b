import Foundation

/// @model
struct Matrix: Equatable {
    /// @json
    let rows: [[Double]]
    /// @json
    let names: [String: [Int]]
    /// @json
    let people: Dictionary<String, Person>
    /// @json
    let notes: Array<String>?
}

func checkArraysAndDictionaries() async throws {
    let text = #"{"rows": [[1, 2.5], []], "names": {"a": [1]}, "people": {"b": {"name": "B"}}}"#
    let matrix = try MatrixJSON.parse(Data(text.utf8)).value
    expect(matrix.rows == [[1, 2.5], []] && matrix.names == ["a": [1]] && matrix.people["b"]?.name == "B")
    let wrong = #"{"rows": [[1, "x"], 3], "names": {"a": [1, null]}, "people": {"b": {}}}"#
    expect(
        failure { try MatrixJSON.parse(Data(wrong.utf8)) }
            == "rows[0][1] is unreadable, rows[1] is unreadable, names.a[1] is missing, people.b.name is missing"
    )
}
