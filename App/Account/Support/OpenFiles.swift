import DataSupport
import Foundation
import Presentation

/// The limit of files that the process may have open. Below it, parts of the system's libraries end the process.
enum OpenFiles {
    /// What a command needs with the store inside it, and some more.
    private static let needed: rlim_t = 64
    private static let usual: rlim_t = 1_024

    /// Raises a limit that is too low, as far as the system lets it. Throws if it stays too low.
    static func makeRoom() throws(AccountFailure) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return }
        limit.rlim_cur = min(limit.rlim_max, usual)
        _ = setrlimit(resource, &limit)
        guard limit.rlim_cur < needed else { return }
        throw AccountFailure(
            key: "open-files",
            text:
                "This program may open only \(limit.rlim_cur) files and needs \(needed). Nothing was done; raise the limit with ulimit -n \(usual), then try again."
        )
    }

    #if os(Linux)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif
}
