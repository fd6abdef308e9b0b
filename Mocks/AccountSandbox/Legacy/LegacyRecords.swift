/// The records of the legacy dialect, as bytes. What may be wrong with them comes in as `flaws`.
enum LegacyRecords {
    /// What a fault does to a list.
    enum Flaw: Hashable, Sendable {
        case unknownState, duplicate, missingField
    }

    /// `{"orders":[...]}`
    static func orders(_ orders: [StoreOrder], flaws: Set<Flaw> = []) -> [UInt8] {
        var text = JSONText()
        text.append(json: #"{"orders":"#)
        text.append(listed(orders, flaws)) { text, listed in
            let states = flaws.contains(.unknownState) && listed.isFirst
            append(listed.record, state: states ? "ON_HOLD" : nil, lacksSum: listed.lacksField, to: &text)
        }
        text.append(json: "}")
        return text.bytes
    }

    /// `{"addresses":[...]}`
    static func addresses(_ addresses: [StoreAddress], flaws: Set<Flaw> = []) -> [UInt8] {
        var text = JSONText()
        text.append(json: #"{"addresses":"#)
        text.append(listed(addresses, flaws)) { text, listed in
            append(listed.record, lacksCity: listed.lacksField, to: &text)
        }
        text.append(json: "}")
        return text.bytes
    }

    private struct Listed<Record> {
        let record: Record
        let isFirst: Bool
        let lacksField: Bool
    }

    /// The one that lacks a field stands in the middle, so that there are good ones on both sides where there are three.
    private static func listed<Record>(_ records: [Record], _ flaws: Set<Flaw>) -> [Listed<Record>] {
        var all = records.enumerated().map { index, record in
            Listed(
                record: record,
                isFirst: index == 0,
                lacksField: flaws.contains(.missingField) && index == records.count / 2
            )
        }
        if flaws.contains(.duplicate), let first = all.first { all.append(first) }
        return all
    }

    private static func append(_ order: StoreOrder, state: String?, lacksSum: Bool, to text: inout JSONText) {
        text.append(json: #"{"order_no":"#)
        text.append(order.number)
        text.append(json: #","created":"#)
        text.append(milliseconds: order.created)
        text.append(json: #","state":"#)
        text.append(state ?? word(order.state))
        text.append(json: #","currency":"#)
        text.append(order.currency.rawValue)
        if !lacksSum {
            text.append(json: #","sum":"#)
            text.append(amount(order.sum, order.currency))
        }
        text.append(json: #","items":"#)
        text.append(order.lines) { text, line in
            text.append(json: #"{"name":"#)
            text.append(line.name)
            text.append(json: #","kind":"#)
            text.append(word(line.kind))
            text.append(json: #","years":"#)
            text.append(line.years)
            text.append(json: #","price":"#)
            text.append(amount(line.price, order.currency))
            text.append(json: "}")
        }
        text.append(json: "}")
    }

    private static func append(_ address: StoreAddress, lacksCity: Bool, to text: inout JSONText) {
        text.append(json: #"{"id":"#)
        text.append(address.id)
        text.append(json: #","label":"#)
        text.append(address.label)
        text.append(json: #","recipient":"#)
        text.append(address.recipient)
        text.append(json: #","street":"#)
        text.append(address.street) { text, line in text.append(line) }
        text.append(json: #","zip":"#)
        append(address.zip, to: &text)
        if !lacksCity {
            text.append(json: #","city":"#)
            text.append(address.city)
        }
        text.append(json: #","region":"#)
        append(address.region, to: &text)
        text.append(json: #","country":"#)
        text.append(address.country)
        text.append(json: #","is_default":"#)
        text.append(json: address.isDefault ? "true}" : "false}")
    }

    private static func append(_ optional: String?, to text: inout JSONText) {
        if let optional {
            text.append(optional)
        } else {
            text.append(json: "null")
        }
    }

    private static func amount(_ minorUnits: Int, _ currency: StoreCurrency) -> String {
        let decimals = currency.decimals
        var digits = String(minorUnits.magnitude)
        if decimals > 0 {
            if digits.utf8.count <= decimals {
                digits = String(repeating: "0", count: decimals + 1 - digits.utf8.count) + digits
            }
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
        }
        return minorUnits < 0 ? "-" + digits : digits
    }

    private static func word(_ state: StoreOrder.State) -> String {
        switch state {
        case .placed: "PLACED"
        case .paid: "PAID"
        case .completed: "COMPLETED"
        case .cancelled: "CANCELLED"
        case .refunded: "REFUNDED"
        }
    }

    private static func word(_ kind: StoreOrder.Line.Kind) -> String {
        switch kind {
        case .registration: "REGISTRATION"
        case .renewal: "RENEWAL"
        case .transfer: "TRANSFER"
        }
    }
}
