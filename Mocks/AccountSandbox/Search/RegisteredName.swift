/// A name in the database that is searched. Moments are milliseconds since 1970.
struct RegisteredName: Sendable {
    /// As registries keep it, in ASCII but for what no registry would take.
    let domain: String
    /// The same in Unicode, where that is another spelling.
    var unicode: String?
    var hasWhois = false
    var country: String?
    var nameServers: [String]?
    var created: Int?
    var updated: Int?
    var expires: Int?
    var isDead: Bool?
}
