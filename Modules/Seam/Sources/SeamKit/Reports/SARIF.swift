/// A SARIF 2.1.0 log (OASIS), for programs that show findings beside the code. All reports of the tool that are SARIF are
/// written by this.
///
/// Regions have lines and no columns: SARIF counts columns in UTF-16 or code points, the tool in bytes.
package struct SARIF {
    /// A finding.
    package struct Result {
        /// `id` of the rule.
        package var rule: String
        /// `error`, `warning`, `note` or `none`.
        package var level: String
        package var message: String
        package var file: String
        /// Counted from 1; 0 for the whole file.
        package var line: Int
        /// The declaration around it; empty at top level.
        package var enclosing = ""
        /// What tells it from others from run to run; nil if results aren't compared.
        package var fingerprint: String?
        /// `new`, `unchanged` or `absent`; nil if results aren't compared.
        package var state: String?
        /// Why the source suppresses it.
        package var suppression: String?

        package init(rule: String, level: String, message: String, file: String, line: Int, enclosing: String = "") {
            self.rule = rule
            self.level = level
            self.message = message
            self.file = file
            self.line = line
            self.enclosing = enclosing
        }
    }

    private let toolVersion: String
    private let rules: [(id: String, summary: String)]

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - toolVersion: version of `seam`.
    ///   - rules: what results are about, each with a sentence.
    package init(toolVersion: String, rules: [(id: String, summary: String)]) {
        self.toolVersion = toolVersion
        self.rules = rules
    }

    /// The text, with a newline at its end. Equal results give equal bytes.
    ///
    /// - Parameters:
    ///   - results: findings, in the order in which they are listed.
    ///   - problems: sources that could not be read, or not wholly.
    ///   - exitCode: how the run ends; nil to leave it out.
    package func text(of results: [Result], problems: [SourceProblem], exitCode: Int? = nil) -> String {
        let indices = Dictionary(
            rules.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        let isSuccess = exitCode == nil ? !problems.contains { $0.kind != .syntax } : problems.isEmpty
        let notifications = problems.map { problem -> JSONValue in
            [
                "level": problem.kind == .syntax && exitCode == nil ? "warning" : "error",
                "message": ["text": .text(problem.message)],
                "locations": [Self.location(file: problem.path, line: problem.line)],
            ]
        }
        var invocation: [String: JSONValue] = [
            "executionSuccessful": .bool(isSuccess), "toolExecutionNotifications": .list(notifications),
        ]
        invocation["exitCode"] = exitCode.map(JSONValue.whole)
        let about = rules.map { rule -> JSONValue in
            ["id": .text(rule.id), "shortDescription": ["text": .text(rule.summary)]]
        }
        let driver: JSONValue = ["name": "seam", "version": .text(toolVersion), "rules": .list(about)]
        let run: JSONValue = [
            "tool": ["driver": driver], "invocations": [.object(invocation)],
            "results": .list(results.map { Self.object(for: $0, index: indices[$0.rule] ?? -1) }),
        ]
        let log: JSONValue = [
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        ]
        return JSONText.of(log)
    }

    private static func object(for result: Result, index: Int) -> JSONValue {
        var object: [String: JSONValue] = [
            "ruleId": .text(result.rule), "ruleIndex": .whole(index), "level": .text(result.level),
            "message": ["text": .text(result.message)],
            "locations": [location(file: result.file, line: result.line, in: result.enclosing)],
        ]
        if let fingerprint = result.fingerprint {
            object["partialFingerprints"] = ["seamViolation/v1": .text(fingerprint)]
        }
        if let state = result.state {
            object["baselineState"] = .text(state)
            let said = result.suppression.map { [$0] } ?? []
            object["suppressions"] = .list(
                said.map { ["kind": "inSource", "status": "accepted", "justification": .text($0)] }
            )
        }
        return .object(object)
    }

    private static func location(file: String, line: Int, in name: String = "") -> JSONValue {
        var place: [String: JSONValue] = [
            "artifactLocation": ["uri": .text(URIReference.text(of: file)), "uriBaseId": "%SRCROOT%"]
        ]
        if line > 0 { place["region"] = ["startLine": .whole(line)] }
        var location: [String: JSONValue] = ["physicalLocation": .object(place)]
        if !name.isEmpty { location["logicalLocations"] = [["fullyQualifiedName": .text(name)]] }
        return .object(location)
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
