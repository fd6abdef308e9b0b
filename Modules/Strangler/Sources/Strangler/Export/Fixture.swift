public import Foundation

/// A recorded mismatch as a file that a test reads, and the test.
///
/// It contains a specimen, so only what the comparison was configured to store (`Comparison.keepingSpecimens`), and the place
/// of the difference. It has no date, so that the same mismatch always gives the same file.
public struct Fixture: Codable, Hashable, Sendable {
    /// The name of the hand-over.
    public let operation: String
    /// The kind of difference.
    public let kind: Difference.Kind
    /// The place of the difference; empty if it is unknown.
    public let path: String
    /// The input of the operation.
    public let input: String
    /// The result of control, which the candidate has to return too.
    public let control: [String]
    /// The result of the candidate when the mismatch was recorded.
    public let candidate: [String]

    /// Creates the fixture of an entry. Returns nil if the entry is not a mismatch or contains no specimen.
    public init?(_ entry: Entry) {
        guard case .compared(.mismatched(let difference), _, _) = entry.fact,
            case .text(let json) = difference.specimen,
            let specimen = try? JSONDecoder().decode(Specimen.self, from: Data(json.utf8))
        else { return nil }
        operation = entry.operation
        kind = difference.kind
        path = difference.path
        input = specimen.input
        control = specimen.control
        candidate = specimen.candidate
    }

    /// Reads a file that `json` has written.
    public init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: url))
    }

    /// Returns the fixture as the contents of a file.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// The name of its files, without their endings: the operation in letters and digits, and 16 hexadecimal digits computed
    /// from the place and the input.
    public var name: String {
        let digits = String(Bucket.hash("\(kind.rawValue) \(path) \(input)", salt: operation), radix: 16)
        return "\(operationWord)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    }

    /// The name of the test's file; the fixture's file is `name` with the ending `json`, in the same folder.
    public var testFileName: String {
        "\(testSuite).swift"
    }

    /// Returns the source of a Swift Testing test that fails while the candidate's result differs from control's.
    ///
    /// - Parameters:
    ///   - replay: The name of a function in the tests that converts the input's text to the lines of the candidate's result:
    ///     `(String) async throws -> [String]`. It calls the candidate with the data of the recording.
    ///   - modules: Other modules that the file imports.
    public func testSource(calling replay: String, importing modules: [String] = []) -> String {
        let imports = Set(["Foundation", "Strangler", "Testing"] + modules).sorted().map { "import \($0)\n" }.joined()
        let place = path.isEmpty ? "" : " at \(path)"
        return """
            // Made from a recorded mismatch, whose fixture is \(name).json.
            \(imports)
            @Suite(\("A recorded mismatch of \(operation)\(place)".swiftLiteral))
            struct \(testSuite) {
                @Test("The candidate returns what control returned")
                func answersAsControl() async throws {
                    let folder = URL(filePath: #filePath).deletingLastPathComponent()
                    let fixture = try Fixture(contentsOf: folder.appending(path: "\(name).json"))
                    let answer = try await \(replay)(fixture.input)
                    #expect(answer == fixture.control)
                }
            }

            """
    }

    private var testSuite: String {
        let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return "Mismatch\(words.joined())Tests"
    }

    /// A part of a file's name and of a type's.
    private var operationWord: String {
        let word = operation.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return word.isEmpty ? "operation" : word
    }
}

extension String {
    /// The text as a Swift literal, in which its quotes, backslashes and line breaks have no special meaning.
    fileprivate var swiftLiteral: String {
        let escaped = unicodeScalars.map { scalar in
            let isPlain =
                scalar.properties.generalCategory != .control && !"\"\\\u{2028}\u{2029}".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return "\"\(escaped.joined())\""
    }
}
