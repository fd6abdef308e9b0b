import DataSupport
import Foundation

class Thing {
    /// @json
    let name: String

    init(name: String) { self.name = name }
}

/// @model
final class Car: Thing {
    /// @json
    var doors: Int = 4
    /// @json
    var owner: String?
}

func checkKitClasses() async throws {
    let car = try readJSON(Data(#"{"name": "A", "doors": 2}"#.utf8), Car.init(json:))
    expect(car.name == "A" && car.doors == 2 && car.owner == nil)
    expect(unreadable { try readJSON(Data("{}".utf8), Car.init(json:)) } == "name doors")
}
