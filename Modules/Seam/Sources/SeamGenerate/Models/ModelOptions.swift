import SeamKit

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
    /// The access level of what is written; internal if nil.
    public var access: MockOptions.Access?
    /// Whether declarations without an isolation are isolated to the main actor.
    public var isMainActorDefault: Bool
    /// Whether records and migrations are written.
    public var hasDatabase: Bool
    /// The command that is named in headers.
    public var command: String

    /// Creates options.
    public init(
        kit: Kit = .seam,
        imports: [String] = [],
        testImports: [String] = [],
        access: MockOptions.Access? = nil,
        isMainActorDefault: Bool = false,
        hasDatabase: Bool = true,
        command: String = "seam models"
    ) {
        self.kit = kit
        self.imports = imports
        self.testImports = testImports
        self.access = access
        self.isMainActorDefault = isMainActorDefault
        self.hasDatabase = hasDatabase
        self.command = command
    }
}

extension ModelOptions {
    /// Returns why a type can't have code with these options.
    func refusal(of site: ModelSite) -> String? {
        let isSaid = site.decl.hasModifier("nonisolated")
        if isMainActorDefault, !isSaid, site.beside?.isOutside != true {
            return "it belongs to the main actor by default, and JSON is read on any thread: make it `nonisolated`"
        }
        let level = site.decl.access ?? .internal
        if let access, access != .internal, level < (access == .package ? .package : .public) {
            return "its code can't be \(access), since the type isn't"
        }
        return nil
    }

    /// Returns a file with the header, imports and modifiers that the options ask for.
}

/// The files that are written for models.
struct ModelFiles {
    let options: ModelOptions
    let format: CodeFormat
    let names: StandardNames

    /// Returns a file with code for a model.
    func file(
        named name: String,
        of model: Model,
        imports: [String],
        body: (inout CodeWriter) -> Void
    ) -> GeneratedFile {
        var code = CodeWriter(format: format)
        code.conditional(model.conditions, body: body)
        let imports = imports + model.imports + options.imports
        return file(named: name, imports: imports, body: names.written(code.text), source: model.path)
    }

    /// Returns a file that other generated files of its folder share.
    func shared(named name: String, template: String, imports: [String]) -> GeneratedFile {
        let body = SupportText.formatted(names.code(in: template), format: format)
        return file(named: name, imports: imports, body: body, source: nil)
    }

    private func file(named name: String, imports: [String], body: String, source: String?) -> GeneratedFile {
        let isTest = name.hasSuffix("ModelTests") || name == "ModelSamples"
        let level = isTest || options.access == .internal ? nil : options.access?.rawValue
        let modifiers = DeclarationModifiers(access: level, isNonisolated: options.isMainActorDefault)
        let header = GeneratedFile.header(command: options.command, source: source)
        return GeneratedFile(
            path: name + ".swift",
            text: header + "\n" + ImportList(imports: imports, format: format).text + "\n" + modifiers.added(to: body),
            format: format
        )
    }
}
