import Foundation
import SeamKit

/// What a command prints that was asked for JSON and has none, because it failed or had nothing to do: the message, for a program.
struct ErrorDocument: Encodable {
    var format = "seam-error"
    var version = 1
    var message: String
    var exitCode: Int32
    /// The command that the message advises.
    var next: String?

    /// Prints the document if the command line asks for JSON.
    static func print(
        _ message: String,
        code: Int32,
        next: String? = nil,
        arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) {
        guard isJSON(arguments) else { return }
        let document = ErrorDocument(message: message, exitCode: code, next: next ?? advised(by: message))
        // If nothing can be written there is nobody to tell, and the error itself is on its way to standard error.
        try? Output.write(JSONText.of(document))
    }

    /// Whether a command line asks for JSON, be it right or wrong otherwise.
    static func isJSON(_ arguments: [String]) -> Bool {
        let words = arguments.prefix { $0 != "--" }
        return zip(words, words.dropFirst()).contains { ["--format", "-f"].contains($0) && $1 == "json" }
            || words.contains { ["--format=json", "-f=json", "-fjson"].contains($0) }
    }

    /// Returns the first command that a message has between backticks.
    private static func advised(by message: String) -> String? {
        message.firstMatch(of: /`((?:seam|git) [^`]+)`/).map { String($0.1) }
    }
}
