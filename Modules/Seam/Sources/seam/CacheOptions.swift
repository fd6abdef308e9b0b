import ArgumentParser
import Foundation
import SeamKit

/// Where results are stored between runs.
struct CacheOptions: ParsableArguments {
    @Option(
        name: .customLong("cache"),
        help: "Folder that keeps what a run found, by content; else the system's folder for caches.",
        completion: .directory
    )
    var folder: String?

    @Flag(name: .customLong("no-cache"), help: "Store nothing, and use nothing that was stored.")
    var isOff = false

    func validate() throws {
        if isOff, folder != nil { throw ValidationError("--cache and --no-cache are opposites.") }
    }

    /// The cache; none where it is off or the system has no place for it.
    var cache: ResultCache? {
        guard !isOff, let folder = folder ?? ResultCache.standardFolder() else { return nil }
        return ResultCache(folder: folder, version: Self.version)
    }

    /// The tool's version and, as two builds can have one, when it was built: by the running file itself, which is also
    /// there where its folder can't be read.
    private static var version: String {
        #if canImport(Darwin)
            let file = Bundle.main.executablePath ?? ""
        #else
            let file = "/proc/self/exe"
        #endif
        return "\(PackageVersion.current) \(FileStamp(of: file)?.modified ?? 0)"
    }
}
