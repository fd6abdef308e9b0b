import Foundation

/// The folder for data that outlives the process.
struct StateFolder {
    private let root: URL

    /// Creates the folder at `path`, by default the platform's.
    init(_ path: String?) {
        root = path.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? Self.standard
    }

    /// The session and stored responses of the legacy service.
    var legacy: URL { root.appending(path: "legacy", directoryHint: .isDirectory) }

    /// The diagnostic records.
    var diagnostics: URL { root.appending(path: "diagnostics", directoryHint: .isDirectory) }

    /// The tokens and stored data of the store's own API.
    var store: URL { root.appending(path: "store", directoryHint: .isDirectory) }

    /// The state of the store that runs in this process.
    var sandbox: URL { root.appending(path: "sandbox", directoryHint: .isDirectory) }

    /// The changes made with mocks.
    var mocks: URL { root.appending(path: "mocks", directoryHint: .isDirectory) }

    /// The plans and the journal of the hand-overs.
    var migration: URL { root.appending(path: "migration", directoryHint: .isDirectory) }

    /// The file that leads a browser to the page.
    var web: URL { root.appending(path: "web", directoryHint: .isDirectory) }

    /// The files of the last hand-over that was played as a demo.
    var demo: URL { root.appending(path: "demo", directoryHint: .isDirectory) }

    /// The platform's folder for the state of programs: `$XDG_STATE_HOME/seam`, by default `~/.local/state/seam` (XDG Base
    /// Directory Specification), and Application Support on Apple's platforms.
    static var standard: URL {
        #if canImport(Darwin)
            URL.applicationSupportDirectory.appending(path: "seam", directoryHint: .isDirectory)
        #else
            let environment = ProcessInfo.processInfo.environment
            // Only absolute paths count. The user database is read only if the environment lacks the variables.
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
