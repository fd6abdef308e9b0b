import Domain
import Foundation

/// Responses as lines, one fact each: how specimens are stored, and how exported tests compare.
enum SpecimenLines {
    /// The lines of an answer; of an error its name.
    static func of<Record, Failure: Error>(
        _ result: Result<Snapshot<[Record]>, Failure>,
        _ lines: (Record) -> [String]
    ) -> [String] {
        switch result {
        case .success(let answer): answer.value.flatMap(lines)
        case .failure(let failure): ["error: \(failure)"]
        }
    }
}

extension UserOrder {
    /// Every part of the order, one line each.
    var specimenLines: [String] {
        [
            "order \(number.rawValue)", "  placed \(placedAt.formatted(.iso8601))", "  status \(status)",
            "  total \(total.text) \(total.currency.code)",
        ]
            + lines.map {
                "  line \($0.name.text) \($0.service) \($0.years) \($0.price.text) \($0.price.currency.code)"
            }
    }
}

extension UserAddress {
    /// Every part of the address, one line each.
    var specimenLines: [String] {
        ["address \(id.rawValue)\(isDefault ? " (default)" : "")", "  \(label)", "  \(recipient)"]
            + postal.street.map { "  street \($0)" }
            + [
                "  postal code \(postal.postalCode ?? "-")", "  locality \(postal.locality)",
                "  region \(postal.region ?? "-")", "  country \(postal.country.code)",
            ]
    }
}
