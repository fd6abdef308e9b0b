import Foundation

/// Where the program keeps what outlives it.
struct StateFolder {
    private let root: URL

    /// The folder at `path`, by default the platform's.
    init(_ path: String?) {
        root = path.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? Self.standard
    }

    /// Session and kept answers of the legacy service.
    var legacy: URL { root.appending(path: "legacy", directoryHint: .isDirectory) }

    /// The state of the store that runs in the process.
    var sandbox: URL { root.appending(path: "sandbox", directoryHint: .isDirectory) }

    /// The platform's folder for the state of programs: `$XDG_STATE_HOME/seam`, by default `~/.local/state/seam` (XDG
    /// Base Directory Specification), and Application Support on Apple's platforms.
    static var standard: URL {
        #if canImport(Darwin)
            URL.applicationSupportDirectory.appending(path: "seam", directoryHint: .isDirectory)
        #else
            let home = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
            let base = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { path in
                path.hasPrefix("/") ? URL(filePath: path, directoryHint: .isDirectory) : nil
            }
            return (base ?? home).appending(path: "seam", directoryHint: .isDirectory)
        #endif
    }
}
