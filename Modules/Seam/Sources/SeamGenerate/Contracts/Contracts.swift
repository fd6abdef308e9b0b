public import SeamKit

/// Writes the first rows of contracts: tests that run on both a singleton and a fake of its protocol.
public enum Contracts {
    /// What a contract is about.
    public struct Subject: Sendable, Hashable {
        /// The protocol's name.
        public var protocolName: String
        /// The type of the singleton.
        public var type: String
        /// The expression for the instance: `Account.shared`.
        public var access: String
        /// The imports of the file: `Shop`, `@testable Shop`.
        public var imports: [String]
        /// Whether the main actor is the default isolation of the protocol's module and of the tests.
        public var isMainActorDefault: Bool

        /// Creates a subject.
        public init(
            protocolName: String,
            type: String,
            access: String,
            imports: [String] = [],
            isMainActorDefault: Bool = false
        ) {
            self.protocolName = protocolName
            self.type = type
            self.access = access
            self.imports = imports
            self.isMainActorDefault = isMainActorDefault
        }
    }

    /// The text at the beginning of every contract.
    public static let mark = "// Begun by `seam cut --contract`. Add your own rows: seam never changes this file."

    /// Returns the file of a contract.
    ///
    /// A row is written only for what holds on the singleton according to its declaration. For example, a stored property
    /// is what it was set to. The file names the other members.
    ///
    /// - Parameters:
    ///   - source: the file that declares the protocol.
    ///   - context: the files that declare the singleton's type and what the protocol depends on.
    ///   - format: indentation and length of lines.
    /// - Throws: why there can be no contract.
    public static func write(
        _ source: SwiftDocument,
        context: [SwiftDocument],
        subject: Subject,
        format: CodeFormat = CodeFormat()
    ) throws(GenerateProblem) -> GeneratedFile {
        var options = MockOptions(protocols: [subject.protocolName], imports: subject.imports)
        options.isMainActorDefault = subject.isMainActorDefault
        let other = context.filter { $0.path != source.path }.sorted { $0.path < $1.path }
        let catalog = Mocks.catalog(of: [source], context: other)
        let (mocks, problems) = Mocks.read(catalog, own: [source.path], options: options)
        if let problem = problems.first { throw problem }
        guard let mock = mocks.values.first?.first else {
            throw GenerateProblem(path: source.path, line: 1, message: "no protocol \(subject.protocolName)")
        }
        let declarations = MemberDeclarations(of: subject.type, in: [source] + other)
        let rows = mock.members.map { ContractRows(declarations: declarations).rows(for: $0) }
        if rows.allSatisfy(\.isEmpty) {
            let message = "no contract of \(subject.protocolName): no member has a value that a first row could check"
            throw GenerateProblem(path: source.path, line: 1, message: message)
        }
        let writer = ContractWriter(mock: mock, subject: subject, rows: Array(zip(mock.members, rows)))
        do throws(ContractWriter.Unarranged) {
            return try writer.file(in: format)
        } catch {
            let message =
                "no contract of \(subject.protocolName): its fake needs \(error.member), which has to be written by hand"
            throw GenerateProblem(path: source.path, line: 1, message: message)
        }
    }
}
