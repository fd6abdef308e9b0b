import ArgumentParser
import Foundation
import SeamKit

/// How much of its JSON a command prints.
struct DocumentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("With --format json: only these fields, with commas between them.", valueName: "fields")
    )
    var only: String?

    /// The fields that are asked for; nil for all.
    var fields: [String]? {
        only.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    /// Returns a document, or those fields of it that are asked for, with the command that comes next.
    func text(_ text: String, next: String? = nil) throws(ToolFailure) -> String {
        let text = Self.adding(next, to: text)
        guard let fields, var document = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else {
            return text
        }
        for field in fields where document[field] == nil {
            let known = document.keys.sorted().joined(separator: ", ")
            throw ToolFailure(message: "the document has no field \(field); it has \(known)", exitCode: .usage)
        }
        document = document.filter { (fields + ["format", "version", "next"]).contains($0.key) }
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? JSONSerialization.data(withJSONObject: document, options: options) else { return text }
        return Printable.json(String(decoding: data, as: UTF8.self) + "\n")
    }

    /// Puts the command that comes next first, so that the document, which can be large, isn't read and written again.
    private static func adding(_ next: String?, to text: String) -> String {
        guard let next, text.hasPrefix("{\n") else { return text }
        // A string in an array: alone it is no document for every encoder.
        let quoted = JSONText.of([next]).split(separator: "\n")[1].trimmingCharacters(in: .whitespaces)
        return "{\n  \"next\" : \(quoted),\n" + text.dropFirst(2)
    }
}

/// A command as a person types it.
enum CommandLineText {
    /// Returns the line for `seam` with some arguments.
    static func seam(_ arguments: [String]) -> String {
        (["seam"] + arguments.map(quoted)).joined(separator: " ")
    }

    /// Quotes what a shell would read as something else.
    private static func quoted(_ word: String) -> String {
        let plain = word.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "-._/@:".unicodeScalars.contains(scalar))
        }
        return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
