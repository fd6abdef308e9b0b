import Domain
import Foundation
import Presentation
import TestSupport
import Testing

@testable import account

@Suite("The links of old screens")
struct LegacyLinksTests {
    private static let grammar = LinkGrammar.legacy(screens: LinkGrammar.legacyScreens)

    private func translated(_ text: String) throws(LinkError) -> String {
        try Self.grammar.parse(text).description
    }

    @Test(
        "A legacy link becomes one of the app's",
        arguments: [
            (
                "myapp://featureABC?cmd=reserve#reservationId=82348@viewId=View1",
                "account://reservations/reserve?name=82348&screen=View1"
            ),
            (
                "myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1",
                "account://reservations/cancel?id=82348&screen=View1"
            ),
            (
                "myapp://featureXYZ?cmd=getData#reservationId=82348@viewId=View2",
                "account://reservations/data?id=82348&screen=View2"
            ),
            ("myapp://featureXYZ?cmd=getData@viewId=View2", "account://reservations/data?screen=View2"),
            ("myapp://VC1", "account://reservations"), ("myapp://VC2", "account://profile"),
            ("myapp://VC3", "account://orders"), ("myapp://vc3/", "account://orders"),
            ("myapp://VC2?animated=1@viewId=View1", "account://profile"),
            ("myapp://VC4", "account://VC4"), ("myapp://View", "account://View"),
            (
                "myapp://featureABC?cmd=reserve#name=b%C3%BCcher.example@viewId=View1",
                "account://reservations/reserve?name=b%C3%BCcher.example&screen=View1"
            ),
        ]
    )
    func translated(legacy: String, link: String) throws {
        #expect(try translated(legacy) == link)
    }

    @Test(
        "What old screens get wrong without changing the meaning changes nothing",
        arguments: [
            "MYAPP://featureABC?cmd=cancel#reservationId=82348@viewId=View1",
            "myapp://featureABC/?cmd=cancel#reservationId=82348@viewId=View1",
            "myapp://featureABC?cmd=cancel@reservationId=82348@viewId=View1",
            "myapp://featureABC?cmd=cancel&reservationId=82348&viewId=View1",
            "myapp://featureABC#viewId=View1@reservationId=82348?cmd=cancel",
            "myapp://featureABC?cmd=cancel##reservationId=82348@@viewId=View1@",
            "myapp://featureABC?cmd=cancel#reservationID=82348@viewid=View1",
            "myapp://FEATUREABC?CMD=Cancel#ReservationId=82348@ViewId=View1",
            "myapp://featureABC?cmd=cancel# reservationId=82348 @ viewId=View1 ",
            "myapp://featureABC?cmd=cancel#reservationId=%38%32348@viewId=View1",
            "myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1@animated=1",
        ]
    )
    func tolerated(text: String) throws {
        #expect(try translated(text) == "account://reservations/cancel?id=82348&screen=View1")
    }

    @Test("Each old screen is replaced by a screen that the app has")
    @MainActor
    func screens() {
        let screens = Set(TerminalFeature.all.flatMap(\.screens).map(\.screen.id))
        #expect(LinkGrammar.legacyScreens.values.allSatisfy(screens.contains))
        #expect(LinkGrammar.legacyScreens.keys.allSatisfy { $0 == $0.lowercased() })
    }

    @Test("What is missing stays missing, for the feature to tell")
    func missing() throws {
        #expect(try translated("myapp://featureABC?cmd=cancel") == "account://reservations/cancel")
        #expect(try translated("myapp://featureABC?cmd=cancel#reservationId=") == "account://reservations/cancel?id=")
        #expect(try translated("myapp://featureABC?cmd=undo#viewId=V") == "account://reservations/undo?screen=V")
        #expect(try translated("myapp://featureQ?cmd=undo#reservationId=1") == "account://featureQ/undo?id=1")
    }

    @Test(
        "What has no meaning is refused",
        arguments: [
            ("myapp:", LinkError.malformed), ("myapp://", .malformed), ("myapp://V C1", .malformed),
            ("myapp://featureABC?cmd", .malformed), ("myapp://featureABC?cmd=", .malformed),
            ("myapp://featureABC?cmd=cancel#reservationId", .malformed),
            ("myapp://featureABC?cmd=cancel#reservationId=%zz", .malformed),
            ("myapp://featureABC?cmd=cancel#reservationId=%00", .malformed),
            ("myapp://featureABC?cmd=cancel#reservationId=1@viewId=a b", .malformed),
            ("myapp://feature.Q?cmd=cancel", .malformed), ("myapp://featureQ?cmd=a/b", .malformed),
            ("myapp://featureABC?cmd=cancel&cmd=reserve#reservationId=1", .repeatedParameter),
            ("myapp://featureABC?cmd=cancel#reservationId=1@reservationid=2", .repeatedParameter),
            ("myapp://featureABC?cmd=cancel#reservationId=" + String(repeating: "1", count: 2000), .tooLong),
        ]
    )
    func refused(text: String, error: LinkError) {
        #expect(throws: error) { try translated(text) }
    }

    @Test("No text is translated to another link than the one it prints")
    func fuzz() throws {
        let count = Effort.value(quick: 2_000, change: 100_000, full: 100_000)
        let pieces = [
            "myapp://", "featureABC", "featureXYZ", "featureQ", "?", "#", "@", "&", "=", "cmd=", "cmd=reserve",
            "cmd=cancel", "cmd=getData", "reservationId=", "viewId=", "View1", "82348", "%", "%41", "%00", "%C3%BC",
            "ü",
            " ", "name=", "/", "\u{7}", "\u{1F468}\u{200D}\u{1F469}",
        ]
        var read = 0
        for seed in 0..<UInt64(count) {
            var generator = SplitMix(state: seed)
            // A correct link, with up to three of its parts exchanged, doubled or removed.
            var parts = ["featureABC", "?", "cmd=", "cancel", "#", "reservationId=", "82348", "@", "viewId=", "View1"]
            for _ in 0..<(generator.next() % 4) {
                let place = Int(generator.next() % UInt64(parts.count))
                let piece = pieces[Int(generator.next() % UInt64(pieces.count))]
                switch generator.next() % 4 {
                case 0: parts.remove(at: place)
                case 1: parts.insert(piece, at: place)
                case 2: parts.insert(parts[place], at: place)
                default: parts[place] = piece
                }
            }
            let text = "myapp://" + parts.joined()
            guard let link = try? Self.grammar.parse(text) else { continue }
            read += 1
            if (try? LinkGrammar.account.parse(link.description)) != link { Issue.record("seed \(seed): \(text)") }
        }
        // The test would prove nothing if none of the texts were links.
        #expect(read > count / 4)
    }
}
