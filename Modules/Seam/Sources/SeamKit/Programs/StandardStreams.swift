import Foundation

/// What the tool was started with.
package enum StandardStreams {
    /// Makes sure that no file which is opened later becomes a standard stream: what is said to the stream would be written to the
    /// file. Writing more than the system allows fails, and doesn't end the process in the middle.
    package static func secure() {
        for stream in 0...2 where fcntl(Int32(stream), F_GETFD) < 0 {
            // Opened so that its use fails as before.
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
        signal(SIGXFSZ, SIG_IGN)
    }
}
