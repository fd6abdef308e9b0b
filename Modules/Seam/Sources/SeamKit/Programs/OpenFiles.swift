import Foundation

/// The descriptors of the process, and how many it may have.
package enum OpenFiles {
    /// The system's libraries take two dozen when other programs run, and end the process if there are hardly any.
    private static let needed: rlim_t = 64
    private static let usual: rlim_t = 1_024

    /// Raises a limit that is too low, as far as the system lets it. Returns why nothing can be done if it stays too low.
    ///
    /// Also closes inherited descriptors beyond the limit. None is the tool's own, and Foundation could start no program: it closes
    /// what a program would inherit one by one, and the system refuses to close those.
    package static func makeRoom() -> String? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(limit.rlim_max, usual)
            _ = setrlimit(resource, &limit)
        }
        guard limit.rlim_cur >= needed else {
            return """
                this program may open only \(limit.rlim_cur) files and needs \(needed); nothing was done. Raise the limit with \
                `ulimit -n \(usual)`
                """
        }
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        for descriptor in open.compactMap({ Int32($0) }) where descriptor >= Int32(clamping: limit.rlim_cur) {
            close(descriptor)
        }
        return nil
    }

    #if os(Linux)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif
}
