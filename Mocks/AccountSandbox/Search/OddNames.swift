/// Names that no registry would accept, or that are hard to display; clients have to cope with them. All contain `odd`.
enum OddNames {
    static let all = [
        odd("odd-bell\u{7}.example"),
        odd("odd-colour\u{1B}[31m.example", nameServers: ["ns1\u{1B}]0;title\u{7}.example"]),
        odd("odd-nul\u{0}.example"),
        odd("odd-two\r\nlines.example"),
        odd("odd-delete\u{7F}\u{9B}31m.example"),
        odd("odd-backwards\u{202E}elpmaxe.example"),
        odd("odd-zero\u{200B}width.example"),
        odd("odd-\"quoted\\\".example"),
        odd("ODD-UPPER-CASE.EXAMPLE"),
        odd("odd.bücher.example"),
        odd("odd.xn--bcher-kva.example", unicode: "odd.bücher.example"),
        odd("odd.xn--99999999999999.example"),
        odd("odd.xn--ab-g4t.example"),
        odd("odd.xn--on8h5e.example", unicode: "odd.👍🏽.example"),
        odd("odd-" + String(repeating: "long", count: 14) + ".example"),
        odd("odd." + Array(repeating: String(repeating: "a", count: 59), count: 4).joined(separator: ".") + ".example"),
    ]

    private static func odd(_ domain: String, unicode: String? = nil, nameServers: [String]? = nil) -> RegisteredName {
        RegisteredName(domain: domain, unicode: unicode, nameServers: nameServers)
    }
}
