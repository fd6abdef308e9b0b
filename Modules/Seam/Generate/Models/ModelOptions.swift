/// Options for the code of models.
public struct ModelOptions: Sendable, Hashable {
    /// The library that generated code uses.
    public enum Kit: String, Sendable, CaseIterable {
        /// The reading kit of this workspace, `DataSupport`.
        case seam
        /// `Codable` and GRDB.
        case plain
    }

    /// What generated code uses.
    public var kit: Kit
    /// The imports of every file: `Shop`, `@testable Shop`.
    public var imports: [String]
    /// The imports of every test.
    public var testImports: [String]
    /// Whether records and migrations are written.
    public var hasDatabase: Bool
    /// The command that is named in headers.
    public var command: String

    /// Creates options.
    public init(
        kit: Kit = .seam,
        imports: [String] = [],
        testImports: [String] = [],
        hasDatabase: Bool = true,
        command: String = "seam models"
    ) {
        self.kit = kit
        self.imports = imports
        self.testImports = testImports
        self.hasDatabase = hasDatabase
        self.command = command
    }
}
