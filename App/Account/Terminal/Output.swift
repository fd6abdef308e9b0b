import DataSupport
import Foundation

/// Standard output: all that the program writes goes through here, so that an output that can't be written is an error.
enum Output {
    /// Writes all bytes.
    static func write(_ bytes: Data) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another program has set the shared terminal or pipe to non-blocking.
                var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                throw SystemError.last
            }
        }
    }

    /// Writes a text.
    static func write(_ text: String) throws(SystemError) { try write(Data(text.utf8)) }

    /// Occupies the standard descriptors that are closed, so that no file that is opened later gets one of them, and output
    /// ends up in it. Writing to them fails.
    static func occupyStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
