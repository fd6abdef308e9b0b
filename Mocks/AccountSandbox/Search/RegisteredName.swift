/// A name in the searched database. Moments are milliseconds since 1970.
struct RegisteredName: Sendable {
    /// The name as registries store it: in ASCII, except for names that no registry would accept.
    let domain: String
    /// The name in Unicode, if that spelling differs.
    var unicode: String?
    var hasWhois = false
    var country: String?
    var nameServers: [String]?
    var created: Int?
    var updated: Int?
    var expires: Int?
    var isDead: Bool?
}
