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

    /// The record of what went wrong.
    var diagnostics: URL { root.appending(path: "diagnostics", directoryHint: .isDirectory) }

    /// Tokens, and what is kept of the store's own API.
    var store: URL { root.appending(path: "store", directoryHint: .isDirectory) }

    /// The state of the store that runs in the process.
    var sandbox: URL { root.appending(path: "sandbox", directoryHint: .isDirectory) }

    /// What was changed with mocks.
    var mocks: URL { root.appending(path: "mocks", directoryHint: .isDirectory) }

    /// Plans and journal of the hand-overs.
    var migration: URL { root.appending(path: "migration", directoryHint: .isDirectory) }

    /// What the last played hand-over left.
    var demo: URL { root.appending(path: "demo", directoryHint: .isDirectory) }

    /// The platform's folder for the state of programs: `$XDG_STATE_HOME/seam`, by default `~/.local/state/seam` (XDG
    /// Base Directory Specification), and Application Support on Apple's platforms.
    static var standard: URL {
        #if canImport(Darwin)
            URL.applicationSupportDirectory.appending(path: "seam", directoryHint: .isDirectory)
        #else
            let environment = ProcessInfo.processInfo.environment
            // An absolute path counts and no other; the user database is asked only where the environment is bare.
            func folder(_ variable: String) -> URL? {
                environment[variable].flatMap {
                    $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil
                }
            }
            let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
            let base = folder("XDG_STATE_HOME") ?? home.appending(path: ".local/state", directoryHint: .isDirectory)
            return base.appending(path: "seam", directoryHint: .isDirectory)
        #endif
    }
}
