import Foundation

extension DateFormatter {
    static let day: DateFormatter = {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd"
        return formatter
    }()
}

extension JSONDecoder {
    static let iso: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}

extension UserDefaults {
    static let group = UserDefaults(suiteName: "group.example")!
}

struct Row {
    private static let formatter = NumberFormatter()
    let date: Date
    var text: String { DateFormatter.day.string(from: date) + (Self.formatter.string(from: 1) ?? "") }
}

func save() throws {
    UserDefaults.group.set(1, forKey: "a")
    _ = try JSONDecoder.iso.decode([Int].self, from: Data())
}
