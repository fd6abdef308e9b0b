import Domain
import Foundation
import Strangler

extension Redactor {
    /// Writes what kind of thing stands in a place, and nothing that belongs to a person: how long a text is, the sign
    /// of an amount, how many entries a list has; words of our own, such as errors and statuses, as they are.
    static let shapes = Redactor { path, value in
        switch value {
        case let error as ReadError: "\(error)"
        case let status as OrderStatus: status.shape
        case let service as NameService: service.shape
        case let number as Int where path == "count" || path.hasSuffix(".count"): "\(number)"
        case let flag as Bool: "\(flag)"
        case is Int: "a whole number"
        case let amount as Decimal: amount < 0 ? "a negative amount" : amount == 0 ? "zero" : "a positive amount"
        case is Date: "a date"
        case let text as String: "a text of \(text.count) characters"
        default: "a value of type \(type(of: value))"
        }
    }
}

extension OrderStatus {
    fileprivate var shape: String {
        if case .unknown(let word) = self { "unknown, \(word.count) characters" } else { "\(self)" }
    }
}

extension NameService {
    fileprivate var shape: String {
        if case .unknown(let word) = self { "unknown, \(word.count) characters" } else { "\(self)" }
    }
}
