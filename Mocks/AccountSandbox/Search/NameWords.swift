/// The words that names are composed of.
enum NameWords {
    /// Words that contain `med`.
    static let med = [
        "med", "medal", "media", "medical", "medicine", "medley", "comedy", "remedy", "intermedia", "mediterranean",
    ]

    static let plain = split(
        """
        amber anchor apple arbor atlas autumn bakery banner basalt beacon bell birch blue border bottle \
        bramble brass breeze bridge bronze brook button cabin candle canvas castle cedar chalk cherry circle \
        cloud clover coast cobalt comet copper coral cotton crane crystal dawn delta dragon drift dune eagle \
        echo ember engine falcon feather fern field finch fjord flint forest fountain fox garden ginger \
        glacier globe granite green grove harbour hazel heron hill honey horizon iris island ivory ivy jade \
        jasmine juniper kestrel kite lagoon lantern larch laurel lemon lily linen loom lotus lunar lynx \
        maple marble meadow mill mint mirror moon moss mountain nectar night north oak ocean olive onyx opal \
        orchard orchid otter owl paper pearl pebble pepper pine planet plum pocket pond poplar prairie \
        quartz quill rain raven reef ribbon ridge river robin rose saffron sail salt sand sapphire shadow \
        shell silver sky slate snow sparrow spring spruce star stone storm summer swan thistle thunder tide \
        timber tulip valley velvet violet walnut water wave willow wind winter wolf wood wool
        """
    )

    /// Labels in an ASCII-compatible encoding (RFC 3492), and their Unicode forms.
    static let internationalised = [
        ("xn--bcher-kva", "bücher"),
        ("xn--mdecin-bva", "médecin"),
        ("xn--medien-bro-heb", "medien-büro"),
        ("xn--80aehudwmij", "лекарство"),
        ("xn--dgtv77g", "薬局"),
        ("xn--ggblx4h", "دواء"),
        ("xn--hxajbheg2az3al", "παράδειγμα"),
        ("xn--l3c1bib8a0a", "สวัสดี"),
        ("xn--h2bhs4b8d8a", "नमस्ते"),
        ("xn--cebeaji", "לחיים"),
        ("xn--and-6ma2c", "ñandú"),
        ("xn--kln-sna", "köln"),
    ]

    /// Suffixes that are reserved for examples (RFC 2606, sections 2 and 3).
    static let suffixes = ["example", "test", "example.com", "example.net", "example.org"]

    static let countries = ["AT", "BG", "CH", "DE", "FR", "GB", "IT", "JP", "KW", "PL", "SE", "US"]

    private static func split(_ words: String) -> [String] {
        words.split(separator: " ").map(String.init)
    }
}
