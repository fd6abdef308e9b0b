import Foundation
import Presentation
import Testing

@Suite("Messages")
struct MessageTests {
    @Test("Every message has its own key, in lower case with dots and hyphens", arguments: Message.allCases)
    func keys(message: Message) {
        #expect(message.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+/) != nil)
    }

    @Test("No message names a type, a case or a status code", arguments: Message.allCases)
    func personsLanguage(message: Message) {
        let text = message.english([.text("x"), .text("y"), .text("z")])
        #expect(!text.isEmpty)
        #expect(text.firstMatch(of: /[0-9]|[a-z][A-Z]|(?i:error|http|json|nil|null|payload)/) == nil)
    }

    @Test("Every message about a problem is a sentence of its own")
    func distinct() {
        let problems = Message.allCases.filter { $0.rawValue.contains(".problem.") }
        #expect(problems.count == 79)
        #expect(Set(problems.map { $0.english() }).count == problems.count)
    }

    @Test(
        "Counts choose between singular and plural",
        arguments: [
            (Message.ordersUnreadable, 0, "0 orders could not be read and are not shown."),
            (.ordersUnreadable, 1, "1 order could not be read and is not shown."),
            (.ordersUnreadable, 2, "2 orders could not be read and are not shown."),
            (.addressesUnreadable, 1, "1 address could not be read and is not shown."),
            (.addressesUnreadable, 21, "21 addresses could not be read and are not shown."),
            (.orderLineYears, 1, "1 year"),
            (.orderLineYears, 10, "10 years"),
            (.orderLineYears, -1, "-1 years"),
        ]
    )
    func plural(message: Message, count: Int, text: String) {
        #expect(message.english([.count(count, text: "\(count)")]) == text)
    }

    @Test("An argument that looks like a placeholder is shown as it is")
    func placeholderInArgument() {
        let text = Message.orderLine.english([.text("{1}"), .text("{2}{"), .text("}")])
        #expect(text == "{1}: {2}{, }")
    }

    @Test("A missing argument leaves its placeholder")
    func missingArgument() {
        #expect(Message.contentKept.english() == "Kept from {0} - may be out of date.")
    }
}
