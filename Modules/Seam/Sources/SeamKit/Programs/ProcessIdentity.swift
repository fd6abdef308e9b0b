import Foundation

/// Which process this is: numbers are used again, but never with the same start.
package struct ProcessIdentity: Codable, Sendable, Equatable {
    package let number: Int32
    /// When the process was started, as the system says; with the system's own start, where it says times since that.
    package let start: String

    /// This process.
    package static var current: ProcessIdentity { of(getpid()) }

    /// Returns the process with a number, as it is now.
    package static func of(_ number: Int32) -> ProcessIdentity {
        ProcessIdentity(number: number, start: start(of: number) ?? "")
    }

    package init(number: Int32, start: String) {
        self.number = number
        self.start = start
    }

    /// Whether the process still runs. If the system says nothing about its start, a process with the number counts.
    package var isAlive: Bool {
        guard number > 0, kill(number, 0) == 0 || errno == EPERM else { return false }
        guard let known = Self.start(of: number), !start.isEmpty else { return true }
        return known == start
    }

    private static func start(of number: Int32) -> String? {
        #if canImport(Darwin)
            var info = kinfo_proc()
            var size = MemoryLayout<kinfo_proc>.stride
            var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, number]
            guard sysctl(&name, 4, &info, &size, nil, 0) == 0, size > 0 else { return nil }
            let time = info.kp_proc.p_starttime
            return "\(time.tv_sec).\(time.tv_usec)"
        #else
            guard let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
                let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
            else { return nil }
            // The program's name, in brackets, may contain anything.
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            guard fields.count > 20 else { return nil }
            return "\(boot.trimmingCharacters(in: .whitespacesAndNewlines)) \(fields[20])"
        #endif
    }
}
