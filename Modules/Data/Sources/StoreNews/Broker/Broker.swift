#if MQTT
    public import Foundation

    /// The address of an MQTT broker.
    public struct Broker: Hashable, Sendable {
        let host: String
        let port: UInt16
        let isEncrypted: Bool
        let authorities: URL?

        /// Creates an address from a text such as `mqtts://broker.example:8883` or `mqtt://127.0.0.1`. The ports are 8883 and
        /// 1883 if the text names none.
        ///
        /// Returns `nil` if the text is no such address, contains a user or a path, or would send the access token over a
        /// network without encryption: `mqtt` is for this machine only.
        ///
        /// - Parameter authorities: A file of PEM certificates that the broker's certificate is checked against, instead of
        ///   those of the system.
        public init?(_ text: String, authorities: URL? = nil) {
            guard let parts = URLComponents(string: text), let host = parts.host?.lowercased(), !host.isEmpty,
                parts.user == nil, parts.password == nil, parts.path.isEmpty || parts.path == "/",
                parts.query == nil, parts.fragment == nil, (1...65_535).contains(parts.port ?? 1883)
            else { return nil }
            switch parts.scheme?.lowercased() {
            case "mqtts": isEncrypted = true
            case "mqtt" where Self.isThisMachine(host): isEncrypted = false
            default: return nil
            }
            self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
            port = UInt16(parts.port ?? (isEncrypted ? 8883 : 1883))
            self.authorities = authorities
        }

        private static func isThisMachine(_ host: String) -> Bool {
            let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
            let isLoopback = numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
            return isLoopback || host == "localhost" || host == "::1" || host == "[::1]"
        }
    }

    /// What a client says to a broker about itself. Printing it does not show the password.
    public struct BrokerCredentials: Sendable {
        let user: String
        let password: String

        /// Creates credentials: the identifier of the signed-in user, and the access token.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    extension BrokerCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        /// The user alone.
        public var description: String { "Credentials of \(user)" }
        /// The user alone.
        public var debugDescription: String { description }
        /// The user alone.
        public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
    }

    /// What the broker stores about a client while it is not connected.
    public enum BrokerSession: Hashable, Sendable {
        /// Nothing. The client gets the latest state of each offer when it connects.
        case clean
        /// What is published for it, under a name that only one client uses at a time, so that it also gets the states in
        /// between. The broker forgets it after `expiry`.
        case persistent(name: String, expiry: Duration)
    }
#endif
