import Domain
import Foundation
import Presentation
import Testing

@Suite("Messages")
struct MessageTests {
    @Test("Every message has its own key, in lower case with dots and hyphens")
    func keys() {
        for message in Message.all {
            let isKey = message.key.wholeMatch(of: /[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+/) != nil
            #expect(isKey, "\(message.key)")
        }
        #expect(Set(Message.all.map(\.key)).count == Message.all.count)
    }

    @Test("No message names a type, a case or a status code", arguments: Message.all)
    func personsLanguage(message: Message) {
        let text = message.english([.text("x"), .text("y"), .text("z")])
        #expect(!text.isEmpty)
        #expect(text.firstMatch(of: /[0-9]|[a-z][A-Z]|(?i:error|http|json|nil|null|payload)/) == nil)
    }

    @Test("Every message about a problem is a sentence of its own")
    func distinct() {
        let problems = Message.all.filter { $0.key.contains(".problem.") }
        #expect(problems.count > 90)
        #expect(Set(problems.map { $0.english() }).count == problems.count)
    }

    @Test("Every message and every noun that the module declares is listed, so that translations can be complete")
    func listed() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../../Modules/Presentation/Sources").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var declared: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            declared += text.matches(of: /^    public static let \w+ = Message\(\s*"([^"]+)"/.anchorsMatchLineEndings())
                .map { String($0.1) }
            declared += text.matches(of: /^    public static let (\w+) = Noun\(/.anchorsMatchLineEndings())
                .map { "\($0.1 == "names" ? "search" : $0.1).title" }
        }
        #expect(declared.count > 60)
        #expect(Set(declared).subtracting(Message.all.map(\.key)) == [])
    }

    @Test(
        "Counts choose between singular and plural",
        arguments: [
            (Noun.orders.unreadable, 0, "0 orders could not be read and are not shown."),
            (Noun.orders.unreadable, 1, "1 order could not be read and is not shown."),
            (Noun.orders.unreadable, 2, "2 orders could not be read and are not shown."),
            (Noun.addresses.unreadable, 1, "1 address could not be read and is not shown."),
            (Noun.addresses.unreadable, 21, "21 addresses could not be read and are not shown."),
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
        #expect(Message.contentCached.english() == "As of {0} - may be out of date.")
    }
}
