import Foundation

/// @model
struct SubscriptionConfirmation: Equatable {
    /// @json confirmation.number.of.the.subscription
    let confirmationNumberOfTheSubscription: String
    /// @json
    let identifiersOfAllSubscriptionsThatWereReplaced: [String: [Int?]]
    /// @json
    let anotherPropertyWithANameThatIsRatherLongForAProperty: String?
}

func checkLongNames() async throws {
    let text =
        #"{"confirmation":{"number":{"of":{"the":{"subscription":"s"}}}},"#
        + #""identifiersOfAllSubscriptionsThatWereReplaced":{"a":[1,null]}}"#
    let value = try SubscriptionConfirmationJSON.parse(Data(text.utf8)).value
    expect(String(decoding: try SubscriptionConfirmationJSON(value).data(), as: UTF8.self) == text)
}
