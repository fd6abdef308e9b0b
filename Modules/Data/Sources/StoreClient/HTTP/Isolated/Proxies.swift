package import Foundation

/// The proxies that the environment names. URLSession on Linux would use them for every request, even for one to the store
/// inside this process, and a proxy of such a request reads its password.
///
/// So they are removed from the environment of this process before its first request: nothing that it sends uses a proxy. Only
/// a process that sends requests to another machine gets them back.
package enum Proxies {
    /// The variables by name. The first use removes them from the environment.
    package static let removed: [String: String] = {
        let named = ProcessInfo.processInfo.environment.filter { name, _ in
            ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].contains(name.lowercased())
        }
        for name in named.keys { unsetenv(name) }
        return named
    }()

    /// Returns the variables for a process that sends requests to `server` only; none if the server is on this machine.
    package static func variables(for server: URL) -> [String: String] {
        let removed = removed
        return server.isOnThisMachine ? [:] : removed
    }
}

extension URL {
    /// Whether the host is a loopback address, in any notation that a resolver accepts, or one of its customary names.
    package var isOnThisMachine: Bool {
        guard var host = host(percentEncoded: false)?.lowercased() else { return false }
        while host.hasSuffix(".") { host.removeLast() }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if ["localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"].contains(host) { return true }
        if host.hasSuffix(".localhost") { return true }
        var short = in_addr()
        // Accepts 127.1 and 0x7f000001 too. Zero stands for this machine.
        if inet_aton(host, &short) != 0 { return Self.isLoopback(short) }
        var long = in6_addr()
        guard inet_pton(AF_INET6, host.prefix { $0 != "%" }.description, &long) == 1 else { return false }
        let bytes = withUnsafeBytes(of: long) { Array($0) }
        let isShort =
            bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == bytes[11] && [0, 0xFF].contains(bytes[10])
        guard isShort else { return false }
        return [0, 127].contains(bytes[12])
            && (bytes[12] == 127 || bytes[13...14].allSatisfy { $0 == 0 } && bytes[15] < 2)
    }

    private static func isLoopback(_ address: in_addr) -> Bool {
        let number = UInt32(bigEndian: address.s_addr)
        return number >> 24 == 127 || number == 0
    }
}
