import Foundation

/// A response of the legacy dialect with any number of orders, the same on every run.
enum OrdersAnswer {
    static func bytes(orders: Int) -> Data {
        let states = ["PLACED", "PAID", "COMPLETED", "COMPLETED", "CANCELLED", "REFUNDED"]
        let kinds = ["REGISTRATION", "RENEWAL", "TRANSFER"]
        var text = #"{"status":"OK","generated_at":"2026-11-21T09:30:00.125Z","data":{"orders":["#
        for number in 0..<orders {
            // Strides without a common factor with the count shuffle the dates.
            let day = number * 7919 % 1461
            let date = "20\(22 + day / 366)-\(two(day % 12 + 1))-\(two(day % 28 + 1))T\(two(number % 24)):03:00Z"
            let price = "\(number % 97 + 4).\(two(number % 100))"
            text += #"{"order_no":"S-\#(100_000 + number)","created":"\#(date)","state":"\#(states[number % 6])","#
            text += #""currency":"EUR","sum":"\#(price)","items":[{"name":"name-\#(number).example","#
            text += #""kind":"\#(kinds[number % 3])","years":\#(number % 5 + 1),"price":"\#(price)"}]}"#
            text += number == orders - 1 ? "" : ","
        }
        return Data((text + "]}}").utf8)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The same response as plain structs, as a view model that calls the singleton directly would decode it.
struct PlainAnswer: Decodable {
    struct Payload: Decodable {
        let orders: [Order]
    }
    struct Order: Decodable {
        let order_no: String
        let created: String
        let state: String
        let currency: String
        let sum: String
        let items: [Item]
    }
    struct Item: Decodable {
        let name: String
        let kind: String
        let years: Int
        let price: String
    }

    let status: String
    let generated_at: String
    let data: Payload
}
