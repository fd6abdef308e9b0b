/// The tag of a representation, and how conditions compare it (RFC 9110, sections 8.8.3 and 13.1).
struct EntityTag: Equatable, Sendable {
    let isWeak: Bool
    /// Without quotation marks.
    let opaque: String

    /// The tag as it is sent.
    var text: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

    static func strong(_ opaque: String) -> EntityTag { EntityTag(isWeak: false, opaque: opaque) }

    /// Returns a weak tag, which is a hash of the bytes (Fowler, Noll, Vo, FNV-1a, 64 bits). Two responses with the same tag
    /// differ at most in the time they were made.
    static func weak(_ bytes: some Sequence<UInt8>) -> EntityTag {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return EntityTag(isWeak: true, opaque: String(hash, radix: 16))
    }
}

/// The value of `If-Match` or `If-None-Match`.
enum Condition: Equatable, Sendable {
    case any
    case tags([EntityTag])

    /// A text that is no list of tags is a condition that no tag meets.
    init(_ header: String) {
        var rest = Substring(header)
        var tags: [EntityTag] = []
        rest.skip(while: \.isWhitespace)
        if rest == "*" {
            self = .any
            return
        }
        while !rest.isEmpty {
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest.removeFirst(2) }
            guard rest.popFirst() == "\"", let end = rest.firstIndex(of: "\"") else { break }
            tags.append(EntityTag(isWeak: isWeak, opaque: String(rest[..<end])))
            rest = rest[rest.index(after: end)...]
            rest.skip { $0.isWhitespace || $0 == "," }
        }
        self = .tags(rest.isEmpty ? tags : [])
    }

    /// The comparison of `If-None-Match`: the mark of a weak tag doesn't count.
    func isMetWeakly(by tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.opaque == tag.opaque }
        }
    }

    /// The comparison of `If-Match`: a weak tag equals none.
    func isMetStrongly(by tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): !tag.isWeak && tags.contains(tag)
        }
    }
}

extension Substring {
    fileprivate mutating func skip(while isSkipped: (Character) -> Bool) {
        self = drop(while: isSkipped)
    }
}
