extension ModelOptions.Kit {
    /// Returns why code of this kit can't read or write a field; nil if it can.
    func refusal(of field: ModelField) -> String? {
        switch self {
        case .plain:
            if field.isInline { return "`@inline` needs `--kit seam`" }
            return field.isWord ? "`@word` needs `--kit seam`" : nil
        case .seam:
            return field.isInline || field.kind.reading() != nil ? nil : field.kind.seamRefusal
        }
    }
}

extension ValueKind {
    /// Whether it is a text, or made of one.
    var isText: Bool {
        switch self {
        case .plain("String"), .text: true
        default: false
        }
    }

    /// Why the reading kit has no function for the kind.
    fileprivate var seamRefusal: String {
        let isPattern = contains { if case .date(.pattern) = $0 { true } else { false } }
        if isPattern { return "`--kit seam` has no patterns of dates: make a day of its text with `@text`" }
        let isLenient = contains { if case .list(_, isLenient: true) = $0 { true } else { false } }
        if isLenient { return "`--kit seam` has no `@lenient`: `LenientList` reads the lists of a whole response" }
        return
            "`--kit seam` reads lists of texts, of models and of what is `Codable` by itself, and no other collections"
    }
}
