/// The records of the legacy dialect, as bytes. What may be wrong with them comes in as `flaws`.
enum LegacyRecords {
    /// `{"orders":[...]}`
    static func orders(_ orders: [StoreOrder], flaws: Set<RecordFlaw> = []) -> [UInt8] {
        var text = JSONText()
        text.append(json: #"{"orders":"#)
        text.append(ListedRecord.listed(orders, flaws)) { text, listed in
            let states = flaws.contains(.unknownState) && listed.isFirst
            append(listed.record, state: states ? "ON_HOLD" : nil, lacksSum: listed.lacksField, to: &text)
        }
        text.append(json: "}")
        return text.bytes
    }

    /// `{"addresses":[...]}`
    static func addresses(_ addresses: [StoreAddress], flaws: Set<RecordFlaw> = []) -> [UInt8] {
        var text = JSONText()
        text.append(json: #"{"addresses":"#)
        text.append(ListedRecord.listed(addresses, flaws)) { text, listed in
            append(listed.record, lacksCity: listed.lacksField, to: &text)
        }
        text.append(json: "}")
        return text.bytes
    }

    private static func append(_ order: StoreOrder, state: String?, lacksSum: Bool, to text: inout JSONText) {
        text.append(json: #"{"order_no":"#)
        text.append(order.number)
        text.append(json: #","created":"#)
        text.append(milliseconds: order.created)
        text.append(json: #","state":"#)
        text.append(plain: state ?? word(order.state))
        text.append(json: #","currency":"#)
        text.append(plain: order.currency.rawValue)
        if !lacksSum {
            text.append(json: #","sum":"#)
            text.append(plain: order.currency.text(order.sum))
        }
        text.append(json: #","items":"#)
        text.append(order.lines) { text, line in
            text.append(json: #"{"name":"#)
            text.append(line.name)
            text.append(json: #","kind":"#)
            text.append(plain: word(line.kind))
            text.append(json: #","years":"#)
            text.append(line.years)
            text.append(json: #","price":"#)
            text.append(plain: order.currency.text(line.price))
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
        text.append(plain: address.country)
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
