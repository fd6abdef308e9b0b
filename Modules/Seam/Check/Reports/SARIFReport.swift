import Foundation
import SeamKit

extension CheckReport {
    /// The report as SARIF 2.1.0 (OASIS): violations with stable fingerprints and their state against the baseline,
    /// allowed ones as suppressed in source, fixed ones as absent, unreadable sources as notifications.
    ///
    /// Regions have lines and no columns: SARIF counts columns in UTF-16 or code points, a map in bytes.
    ///
    /// - Parameters:
    ///   - toolVersion: version of `seam`.
    ///   - isStrict: whether what is left over counts as an error.
    public func sarif(toolVersion: String, isStrict: Bool = false) throws -> String {
        var results = findings.map(SARIF.Result.init)
        results += stale.flatMap { stale in
            (0..<stale.count).map { SARIF.Result(stale, number: $0) }
        }
        results += unusedAllows.map { SARIF.Result($0, isStrict: isStrict) }
        let log = SARIF.Log(
            runs: [
                SARIF.Run(
                    tool: SARIF.Tool(driver: SARIF.Driver(version: toolVersion)),
                    invocations: [
                        SARIF.Invocation(
                            executionSuccessful: problems.isEmpty,
                            exitCode: outcome(isStrict: isStrict).rawValue,
                            toolExecutionNotifications: problems.map { problem in
                                SARIF.Notification(
                                    level: "error",
                                    message: SARIF.Message(text: problem.message),
                                    locations: [SARIF.Location(file: problem.path, line: problem.line)]
                                )
                            }
                        )
                    ],
                    results: results
                )
            ]
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(log), as: UTF8.self) + "\n"
    }
}

/// The parts of the SARIF 2.1.0 object model that a report uses.
private enum SARIF {
    static let unusedAllow = "unused-allow"
    static let ruleIDs = Rule.allCases.map(\.rawValue) + [unusedAllow]

    struct Log: Encodable {
        var schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
        var version = "2.1.0"
        var runs: [Run]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case version
            case runs
        }
    }

    struct Run: Encodable {
        var tool: Tool
        var invocations: [Invocation]
        var results: [Result]
    }

    struct Tool: Encodable {
        var driver: Driver
    }

    struct Driver: Encodable {
        var name = "seam"
        var version: String
        var rules =
            Rule.allCases.map { ReportingDescriptor(id: $0.rawValue, shortDescription: Message(text: $0.summary)) }
            + [
                ReportingDescriptor(
                    id: unusedAllow,
                    shortDescription: Message(text: "A `seam:allow` comment allows something that is there.")
                )
            ]
    }

    struct ReportingDescriptor: Encodable {
        var id: String
        var shortDescription: Message
    }

    struct Message: Encodable {
        var text: String
    }

    struct Invocation: Encodable {
        var executionSuccessful: Bool
        var exitCode: Int32
        var toolExecutionNotifications: [Notification]
    }

    struct Notification: Encodable {
        var level: String
        var message: Message
        var locations: [Location]
    }

    struct Location: Encodable {
        var physicalLocation: PhysicalLocation
        var logicalLocations: [LogicalLocation]?

        init(file: String, line: Int, enclosing: String = "") {
            physicalLocation = PhysicalLocation(
                artifactLocation: ArtifactLocation(uri: URIReference.text(of: file)),
                region: line > 0 ? Region(startLine: line) : nil
            )
            logicalLocations = enclosing.isEmpty ? nil : [LogicalLocation(fullyQualifiedName: enclosing)]
        }
    }

    struct PhysicalLocation: Encodable {
        var artifactLocation: ArtifactLocation
        var region: Region?
    }

    struct ArtifactLocation: Encodable {
        var uri: String
        var uriBaseId = "%SRCROOT%"
    }

    struct Region: Encodable {
        var startLine: Int
    }

    struct LogicalLocation: Encodable {
        var fullyQualifiedName: String
    }

    struct Suppression: Encodable {
        var kind = "inSource"
        var status = "accepted"
        var justification: String
    }

    struct Result: Encodable {
        var ruleId: String
        var ruleIndex: Int
        var level: String
        var message: Message
        var locations: [Location]
        var partialFingerprints: [String: String]
        var baselineState: String
        var suppressions: [Suppression]

        init(_ finding: CheckReport.Finding) {
            let violation = finding.violation
            ruleId = violation.rule.rawValue
            ruleIndex = SARIF.ruleIDs.firstIndex(of: ruleId) ?? -1
            message = Message(text: finding.message)
            locations = [Location(file: violation.file, line: violation.line, enclosing: violation.enclosing)]
            partialFingerprints = [SARIF.fingerprintName: finding.fingerprint]
            suppressions = []
            switch finding.state {
            case .new: (level, baselineState) = ("error", "new")
            case .known: (level, baselineState) = ("note", "unchanged")
            case .allowed(let reason):
                (level, baselineState) = ("note", "unchanged")
                suppressions = [Suppression(justification: reason)]
            }
        }

        init(_ stale: CheckReport.Stale, number: Int) {
            ruleId = stale.key.rule.rawValue
            ruleIndex = SARIF.ruleIDs.firstIndex(of: ruleId) ?? -1
            level = "none"
            message = Message(text: "fixed: \(stale.message)")
            locations = [Location(file: stale.key.file, line: 0, enclosing: stale.key.enclosing)]
            // Those that are left took the first numbers.
            partialFingerprints = [
                SARIF.fingerprintName: Fingerprint.text(stale.key, ordinal: stale.knownCount - number)
            ]
            baselineState = "absent"
            suppressions = []
        }

        init(_ unused: CheckReport.UnusedAllow, isStrict: Bool) {
            ruleId = SARIF.unusedAllow
            ruleIndex = SARIF.ruleIDs.count - 1
            level = isStrict ? "error" : "warning"
            message = Message(text: unused.message)
            locations = [Location(file: unused.file, line: unused.allow.line)]
            let key = ViolationKey(
                rule: .allowComment,
                file: unused.file,
                enclosing: SARIF.unusedAllow,
                member: unused.allow.subjects.joined(separator: ",")
            )
            partialFingerprints = [SARIF.fingerprintName: Fingerprint.text(key, ordinal: 1)]
            baselineState = "new"
            suppressions = []
        }
    }

    static let fingerprintName = "seamViolation/v1"
}
