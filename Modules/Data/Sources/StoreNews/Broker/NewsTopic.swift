#if MQTT
    import Domain

    /// The topics of the store's messages (docs/workspace/news.md).
    enum NewsTopic {
        /// Whether the store publishes at the moment.
        static let status = "store/status"

        /// The topics of a user's offers; `+` stands for any offer.
        static func deals(of user: UserID) -> String { "users/\(level(user.rawValue))/news/deals/+" }

        /// The topic of a user's settings.
        static func settings(of user: UserID) -> String { "users/\(level(user.rawValue))/settings" }

        /// Returns a text as one level of a topic: everything but ASCII letters, digits, `-`, `.`, `_` and `~` is percent-encoded.
        private static func level(_ text: String) -> String {
            text.utf8.reduce(into: "") { level, byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    level.unicodeScalars.append(Unicode.Scalar(byte))
                default:
                    let digits = String(byte, radix: 16, uppercase: true)
                    level += "%" + (digits.count < 2 ? "0" : "") + digits
                }
            }
        }
    }
#endif
