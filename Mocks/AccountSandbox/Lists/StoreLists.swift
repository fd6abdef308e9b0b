/// The lists of the REST API (docs/workspace/store-api.md).
enum StoreLists {
    static let all = [
        orders,
        addresses,
    ]

    static let orders = UserList("orders") { store, user in
        store.sortedOrders(of: user)
    } write: { text, listed in
        let order = listed.record
        text.field("number", order.number)
        text.field("placed_at", milliseconds: order.created)
        text.field("status", plain: listed.hasUnknownState ? "on_hold" : order.state.rawValue)
        if !listed.lacksField { text.money("total", order.sum, order.currency) }
        text.field("lines", order.lines) { text, line in
            text.field("name", line.name)
            text.field("service", plain: line.kind.rawValue)
            text.field("years", line.years)
            text.money("price", line.price, order.currency)
        }
    }

    static let addresses = UserList("addresses") { store, user in
        store.addresses(of: user)
    } write: { text, listed in
        let address = listed.record
        text.field("id", address.id)
        text.field("label", address.label)
        text.field("recipient", address.recipient)
        text.field("street") { $0.append(address.street) { $0.append($1) } }
        if let zip = address.zip { text.field("postal_code", zip) }
        if !listed.lacksField { text.field("locality", address.city) }
        if let region = address.region { text.field("region", region) }
        text.field("country", plain: address.country)
        text.field("is_default", address.isDefault)
    }
}

extension JSONText {
    /// Appends an amount with its currency.
    mutating func money(_ name: String, _ minorUnits: Int, _ currency: StoreCurrency) {
        field(name) { text in
            text.object { text in
                text.field("amount", plain: currency.text(minorUnits))
                text.field("currency", plain: currency.rawValue)
            }
        }
    }
}
