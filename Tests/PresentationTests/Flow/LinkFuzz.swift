import Domain
import Foundation
import Presentation
import TestSupport

/// Random links, and random texts that resemble links; the same for one seed on every run.
struct LinkFuzz {
    /// The seeds; `EFFORT` says how many.
    static let seeds = 0..<Effort.value(quick: UInt64(2_000), change: 100_000, full: 100_000)

    private var generator: SplitMix

    init(seed: UInt64) {
        generator = SplitMix(state: seed)
    }

    /// Returns a link of any form.
    mutating func link() -> Link {
        let target: Link.Target =
            isOdd()
            ? .screen(label())
            : .command(CommandID(label(), label()))
        var values: [String: String] = [:]
        for _ in 0..<below(5) {
            let name = text(of: Self.labelCharacters, 1...8)
            if name != "screen" { values[name] = value() }
        }
        return Link(
            target,
            parameters: (try? LinkParameters(values)) ?? LinkParameters(),
            asker: isOdd() ? label() : nil
        )
    }

    /// Returns a text that may be a link: a link with some of its characters changed, or a text composed of pieces.
    mutating func text(like pieces: [String]) -> String {
        var text =
            isOdd()
            ? link().description
            : (0..<(1 + below(12))).map { _ in pieces[below(pieces.count)] }.joined()
        for _ in 0..<below(4) where !text.isEmpty {
            let place = text.unicodeScalars.index(text.startIndex, offsetBy: below(text.unicodeScalars.count))
            switch below(3) {
            case 0: text.unicodeScalars.remove(at: place)
            case 1: text.unicodeScalars.insert(scalar(), at: place)
            default: text.unicodeScalars.insert(contentsOf: pieces[below(pieces.count)].unicodeScalars, at: place)
            }
        }
        return text
    }

    private static let labelCharacters = Array("abcxyzABCXYZ0189-".unicodeScalars)

    private mutating func label<Subject>() -> Label<Subject> {
        Label(text: text(of: Self.labelCharacters, 1...12)) ?? Label("x")
    }

    private mutating func value() -> String {
        (0..<below(10)).map { _ in String(scalar()) }.joined()
    }

    private mutating func text(of characters: [Unicode.Scalar], _ lengths: ClosedRange<Int>) -> String {
        let length = lengths.lowerBound + below(lengths.count)
        return String(String.UnicodeScalarView((0..<length).map { _ in characters[below(characters.count)] }))
    }

    /// Returns mostly characters that have a meaning in links, sometimes any character.
    private mutating func scalar() -> Unicode.Scalar {
        let meaningful = Array(
            ":/?#@&=%+;, \"<>\\^`{|}.~_-aZ09\u{0}\u{7}\u{1B}\u{7F}\u{85}\u{E9}\u{301}\u{202E}".unicodeScalars
        )
        return below(3) > 0
            ? meaningful[below(meaningful.count)]
            : Unicode.Scalar(UInt32(below(0x11_0000))) ?? "\u{1F600}"
    }

    private mutating func isOdd() -> Bool { generator.next() & 1 == 1 }

    private mutating func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
}
