import Foundation

public final class TimeTexts {
    public static let shared = TimeTexts()
    private lazy var short: DateComponentsFormatter = {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = .abbreviated
        return formatter
    }()
    public lazy var day = DateFormatter()
    private let zone = TimeZone(identifier: "UTC")

    public func text(_ seconds: TimeInterval) -> String { short.string(from: seconds) ?? "" }
    public func ago(_ date: Date) -> String { text(Date().timeIntervalSince(date)) }
}

public final class Receipts {
    public static let shared = Receipts()
    private lazy var day = DateFormatter()
    private var number = 0

    public func next(_ date: Date) -> String {
        number += 1
        return day.string(from: date) + " \(number)"
    }
}

public final class Labels {
    public static let shared = Labels()
    public var date = DateFormatter()

    public func text(_ date: Date) -> String { self.date.string(from: date) }
}

func show(_ date: Date) -> [String] {
    Labels.shared.date = DateFormatter()
    return [TimeTexts.shared.ago(date), Receipts.shared.next(date), Labels.shared.text(date)]
}
