public import SeamKit

/// Writes parsers, serialisers, records and tests of models.
public enum Models {
    /// The generated files, and the problems.
    public struct Output: Sendable, Hashable {
        /// The files of the models, and those that they share, sorted by path.
        public var files: [GeneratedFile]
        /// The files of the tests, sorted by path.
        public var tests: [GeneratedFile]
        /// The reasons why models have no code.
        public var problems: [GenerateProblem]
    }

    /// Returns the code for each type of `sources` with the annotation `@model`.
    ///
    /// - Parameters:
    ///   - sources: the files with the models.
    ///   - context: files that declare what those depend on: superclasses, aliases.
    ///   - options: how the code is written.
    ///   - format: indentation and length of lines.
    public static func write(
        _ sources: [SwiftDocument],
        context: [SwiftDocument] = [],
        options: ModelOptions = ModelOptions(),
        format: CodeFormat = CodeFormat()
    ) -> Output {
        let (models, found, names) = read(sources, context: context, options: options)
        let problems =
            found
            + sources.localProblems(saying: "@model") { declaration in
                Annotations(above: declaration).contains(.model) ? "code for" : nil
            }
        guard !models.isEmpty else { return Output(files: [], tests: [], problems: problems) }
        let output = ModelFiles(options: options, format: format, names: names)
        let (files, tests) =
            switch options.kit {
            case .plain: PlainModelWriter(models: models, output: output).write()
            case .seam: SeamModelWriter(models: models, output: output).write()
            }
        return Output(
            files: files.sorted { $0.path < $1.path },
            tests: tests.sorted { $0.path < $1.path },
            problems: problems
        )
    }

    static func read(
        _ sources: [SwiftDocument],
        context: [SwiftDocument],
        options: ModelOptions
    ) -> (models: [Model], problems: [GenerateProblem], names: StandardNames) {
        let own = Set(sources.map(\.path))
        let all = (sources + context.filter { !own.contains($0.path) }).sorted { $0.path < $1.path }
        let catalog = Catalog(of: all)
        var reader = ModelReader(found: ModelSites(catalog: catalog, own: own), catalog: catalog, options: options)
        let models = reader.models()
        return (
            models, reader.problems.sorted { ($0.path, $0.line) < ($1.path, $1.line) }, StandardNames(catalog: catalog)
        )
    }
}
