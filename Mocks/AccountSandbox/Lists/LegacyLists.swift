/// The lists of the legacy dialect (docs/workspace/legacy-dialect.md).
enum LegacyLists {
    static let all = [orders, addresses]

    static let orders = UserList("orders") { store, user in
        store.orders(of: user)
    } write: { text, listed in
        let order = listed.record
        text.field("order_no", order.number)
        text.field("created", milliseconds: order.created)
        text.field("state", plain: listed.hasUnknownState ? "ON_HOLD" : order.state.rawValue.uppercased())
        text.field("currency", plain: order.currency.rawValue)
        if !listed.lacksField { text.field("sum", plain: order.currency.text(order.sum)) }
        text.field("items", order.lines) { text, line in
            text.field("name", line.name)
            text.field("kind", plain: line.kind.rawValue.uppercased())
            text.field("years", line.years)
            text.field("price", plain: order.currency.text(line.price))
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
        text.field("zip", address.zip)
        if !listed.lacksField { text.field("city", address.city) }
        text.field("region", address.region)
        text.field("country", plain: address.country)
        text.field("is_default", address.isDefault)
    }
}
