import ArgumentParser

/// Where results are kept by content.
struct CacheOption: ParsableArguments {
    @Option(help: "Folder for results by content; without, nothing is kept.", completion: .directory)
    var cache: String?

    var folder: String? { cache }
}
