import Foundation

/// @model
struct Parcel: Equatable {
    /// @json
    let number: String
    /// @json
    let grams: Int
    /// @json
    var note: String? = nil
    /// @json
    var isFragile: Bool = false

    init(_ number: String, weighing grams: Int, urgency: Int = 1) {
        self.number = number
        self.grams = grams
    }

    init(other: Parcel) {
        self = other
    }
}

/// @model
struct Letter: Equatable {
    /// @json
    var sender: String
    /// @json
    var pages: Int = 1
    /// Not in JSON.
    var isOpen = false
    let version = 2
    static let limit = 4
    var isLong: Bool { pages > 10 }
}

extension Letter {
    init() {
        self.init(sender: "nobody")
    }
}

func checkInitialisers() async throws {
    var parcel = Parcel("X-1", weighing: 3)
    parcel.isFragile = true
    expect(try ParcelJSON.parse(Data(#"{"number": "X-1", "grams": 3, "isFragile": true}"#.utf8)).value == parcel)
    expect(try LetterJSON.parse(Data(#"{"sender": "A", "pages": 2}"#.utf8)).value == Letter(sender: "A", pages: 2))
}
