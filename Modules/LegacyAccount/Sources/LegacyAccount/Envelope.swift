import Foundation

/// The envelope of every response. This class only checks that records exist; it doesn't read them.
struct Envelope: Decodable {
    let status: String?
    let code: String?
    let user: String?
    let session: String?
    let token: String?
    let expiresIn: TimeInterval?
    /// The field names in `data`.
    let names: Set<String>

    /// Returns nil if `body` as a whole isn't JSON.
    init?(_ body: Data) {
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: body) else { return nil }
        self = envelope
    }

    init(from decoder: Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        status = try? fields.decode(String.self, forKey: Key("status"))
        code = try? fields.decode(String.self, forKey: Key("code"))
        let data = try? fields.nestedContainer(keyedBy: Key.self, forKey: Key("data"))
        user = try? data?.decode(String.self, forKey: Key("user"))
        session = try? data?.decode(String.self, forKey: Key("session"))
        token = try? data?.decode(String.self, forKey: Key("token"))
        expiresIn = try? data?.decode(TimeInterval.self, forKey: Key("expires_in"))
        names = Set(data?.allKeys.map { $0.stringValue } ?? [])
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}
