import Foundation

/// A map as SARIF 2.1.0 (OASIS), for programs that show findings beside the code: a note where each singleton is declared,
/// and one at each use of it.
///
/// Regions have lines and no columns: SARIF counts columns in UTF-16 or code points, a map in bytes.
public struct SARIFReport: Sendable {
    private let toolVersion: String

    /// Makes a report.
    ///
    /// - Parameter toolVersion: version of `seam`.
    public init(toolVersion: String) {
        self.toolVersion = toolVersion
    }

    /// The text, with a newline at its end. The same map gives the same text.
    public func text(_ map: CodeMap) -> String {
        let ranking = Ranking(map)
        let run: [String: Any] = [
            "tool": ["driver": ["name": "seam", "version": toolVersion, "rules": Self.rules]],
            "invocations": [
                [
                    "executionSuccessful": !map.problems.contains { $0.kind != .syntax },
                    "toolExecutionNotifications": map.problems.map { problem in
                        [
                            "level": problem.kind == .syntax ? "warning" : "error",
                            "message": ["text": problem.message],
                            "locations": [Self.location(problem.path, problem.line)],
                        ]
                    },
                ]
            ],
            "results": ranking.entries.compactMap(Self.declaration) + map.uses.map(Self.use),
        ]
        let log: [String: Any] = [
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        ]
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and lists of them only: there is nothing that cannot be written.
        guard let data = try? JSONSerialization.data(withJSONObject: log, options: options) else { return "{}\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private static var rules: [[String: Any]] {
        [
            [
                "id": "singleton",
                "shortDescription": ["text": "What the whole program reaches without being handed it."],
            ],
            ["id": "singleton-use", "shortDescription": ["text": "A use of a singleton."]],
        ]
    }

    /// Nil for what is declared outside the tree.
    private static func declaration(_ entry: Ranking.Entry) -> [String: Any]? {
        let singleton = entry.singleton
        guard !singleton.file.isEmpty else { return nil }
        return [
            "ruleId": "singleton",
            "ruleIndex": 0,
            "level": "note",
            "message": [
                "text": "\(singleton.id) is a singleton (\(singleton.shape.rawValue)): \(entry.uses) uses, "
                    + "\(entry.users.count) users, \(entry.modules.count) modules"
            ],
            "locations": [location(singleton.file, singleton.line, in: singleton.name)],
        ]
    }

    private static func use(_ use: Use) -> [String: Any] {
        let place = [use.enclosingType, use.enclosingFunction].filter { !$0.isEmpty }.joined(separator: ".")
        return [
            "ruleId": "singleton-use",
            "ruleIndex": 1,
            "level": "note",
            "message": [
                "text": "\(use.kind.rawValue) of \(use.singleton).\(use.member) (\(use.certainty.rawValue))"
            ],
            "locations": [location(use.file, use.line, in: place)],
        ]
    }

    private static func location(_ file: String, _ line: Int, in name: String = "") -> [String: Any] {
        var place: [String: Any] = [
            "artifactLocation": ["uri": URIReference.text(of: file), "uriBaseId": "%SRCROOT%"]
        ]
        if line > 0 { place["region"] = ["startLine": line] }
        var location: [String: Any] = ["physicalLocation": place]
        if !name.isEmpty { location["logicalLocations"] = [["fullyQualifiedName": name]] }
        return location
    }
}

/// Paths as SARIF wants them.
package enum URIReference {
    /// A relative URI reference (RFC 3986): every byte of a segment that is not unreserved is percent-encoded.
    package static func text(of path: String) -> String {
        var uri = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return uri
    }
}
