/// The records of the REST API, as bytes.
enum RestRecords {
    static func append(_ listed: ListedRecord<StoreOrder>, _ flaws: Set<RecordFlaw>, to text: inout JSONText) {
        let order = listed.record
        let isUnknown = flaws.contains(.unknownState) && listed.isFirst
        text.append(json: #"{"number":"#)
        text.append(order.number)
        text.append(json: #","placed_at":"#)
        text.append(milliseconds: order.created)
        text.append(json: #","status":"#)
        text.append(plain: isUnknown ? "on_hold" : word(order.state))
        if !listed.lacksField {
            text.append(json: #","total":"#)
            append(order.sum, order.currency, to: &text)
        }
        text.append(json: #","lines":"#)
        text.append(order.lines) { text, line in
            text.append(json: #"{"name":"#)
            text.append(line.name)
            text.append(json: #","service":"#)
            text.append(plain: word(line.kind))
            text.append(json: #","years":"#)
            text.append(line.years)
            text.append(json: #","price":"#)
            append(line.price, order.currency, to: &text)
            text.append(json: "}")
        }
        text.append(json: "}")
    }

    static func append(_ listed: ListedRecord<StoreAddress>, to text: inout JSONText) {
        let address = listed.record
        text.append(json: #"{"id":"#)
        text.append(address.id)
        text.append(json: #","label":"#)
        text.append(address.label)
        text.append(json: #","recipient":"#)
        text.append(address.recipient)
        text.append(json: #","street":"#)
        text.append(address.street) { text, line in text.append(line) }
        if let zip = address.zip {
            text.append(json: #","postal_code":"#)
            text.append(zip)
        }
        if !listed.lacksField {
            text.append(json: #","locality":"#)
            text.append(address.city)
        }
        if let region = address.region {
            text.append(json: #","region":"#)
            text.append(region)
        }
        text.append(json: #","country":"#)
        text.append(plain: address.country)
        text.append(json: #","is_default":"#)
        text.append(json: address.isDefault ? "true}" : "false}")
    }

    private static func append(_ minorUnits: Int, _ currency: StoreCurrency, to text: inout JSONText) {
        text.append(json: #"{"amount":"#)
        text.append(plain: currency.text(minorUnits))
        text.append(json: #","currency":"#)
        text.append(plain: currency.rawValue)
        text.append(json: "}")
    }

    private static func word(_ state: StoreOrder.State) -> String {
        switch state {
        case .placed: "placed"
        case .paid: "paid"
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .refunded: "refunded"
        }
    }

    private static func word(_ kind: StoreOrder.Line.Kind) -> String {
        switch kind {
        case .registration: "registration"
        case .renewal: "renewal"
        case .transfer: "transfer"
        }
    }
}
