public import Foundation

/// A recorded mismatch as a file that a test reads, and the test.
///
/// It holds a specimen, so only what the comparison was told to keep (`Comparison.keepingSpecimens`), and the place of
/// the difference. It has no date, so that the same mismatch always makes the same file.
public struct Fixture: Codable, Hashable, Sendable {
    /// The name of the hand-over.
    public let operation: String
    /// What kind of difference it is.
    public let kind: Difference.Kind
    /// Where the answers differ; empty if that is not known.
    public let path: String
    /// What the operation was called with.
    public let input: String
    /// What control answered, and the candidate has to.
    public let control: [String]
    /// What the candidate answered when the mismatch was recorded.
    public let candidate: [String]

    /// The fixture of an entry, or nil if that is no mismatch or holds no specimen.
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

    /// Reads a file that `json` made.
    public init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: url))
    }

    /// The fixture as a file.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// What its files are called, without their endings: the operation in letters and digits, and 16 hexadecimal digits
    /// that stand for the place and the input.
    public var name: String {
        let digits = String(Bucket.hash("\(kind.rawValue) \(path) \(input)", salt: operation), radix: 16)
        return "\(operationWord)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    }

    /// What the test's file is called; the fixture's is `name` with the ending `json`, in the same folder.
    public var testFileName: String {
        "\(testSuite).swift"
    }

    /// The source of a Swift Testing test that fails while the candidate answers otherwise than control did.
    ///
    /// - Parameters:
    ///   - replay: A function that the tests have, from the input's text to the lines of what the candidate answers:
    ///     `(String) async throws -> [String]`. It asks the candidate with the data of the recording behind it.
    ///   - modules: What else the file imports.
    public func testSource(calling replay: String, importing modules: [String] = []) -> String {
        let imports = Set(["Foundation", "Strangler", "Testing"] + modules).sorted().map { "import \($0)\n" }.joined()
        let place = path.isEmpty ? "" : " at \(path)"
        return """
            // Made from a recorded mismatch, whose fixture is \(name).json.
            \(imports)
            @Suite(\("A recorded mismatch of \(operation)\(place)".swiftLiteral))
            struct \(testSuite) {
                @Test("The candidate answers what control answered")
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
    /// The text as a literal of Swift's: no quote, backslash or line break of it has a meaning there.
    fileprivate var swiftLiteral: String {
        let escaped = unicodeScalars.map { scalar in
            let isPlain =
                scalar.properties.generalCategory != .control && !"\"\\\u{2028}\u{2029}".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return "\"\(escaped.joined())\""
    }
}
