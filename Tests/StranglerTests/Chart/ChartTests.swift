import Foundation
import Testing

@testable import Strangler

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("The chart")
struct ChartTests {
    static let start = Date(timeIntervalSince1970: 1_750_000_000)

    /// Entries of every kind, over a minute and a half.
    static let entries: [Entry] = {
        let facts: [(TimeInterval, Fact, Int)] = [
            (0, .planChanged(from: "legacy", to: "compare 100%"), 1),
            (1, .compared(.matched, control: .milliseconds(2), candidate: .milliseconds(1)), 1),
            (1.1, .compared(.matched, control: .milliseconds(3), candidate: .milliseconds(1)), 40),
            (2, .compared(.ignored(rule: "age"), control: .milliseconds(2), candidate: .milliseconds(1)), 1),
            (3, .compared(.mismatched(Difference(kind: .values))), 1),
            (4, .compared(.candidateFailed(.withheld)), 2),
            (5, .compared(.timedOut, control: .milliseconds(2), candidate: .seconds(10)), 1),
            (6, .compared(.skipped(.tooManyUnderWay)), 17),
            (30, .planChanged(from: "compare 100%", to: "rollout 50%"), 1),
            (31, .answered(by: .candidate, latency: .milliseconds(1)), 1),
            (32, .answered(by: .control, latency: .milliseconds(2), failure: .withheld), 1),
            (33, .fellBack(.timedOut, latency: .seconds(1)), 1),
            (34, .killSwitch(.opened(.faults, calls: 20)), 1),
            (40, .killSwitch(.probing), 1),
            (41, .killSwitch(.closed), 1),
            (60, .lost(comparisons: 5), 9),
            (80, .planChanged(from: "rollout 50%", to: "replacement"), 1),
            (90, .answered(by: .candidate, latency: .microseconds(800)), 1),
        ]
        return facts.map { Entry(operation: "orders", date: start + $0, fact: $1, count: $2) }
            + [
                Entry(operation: Calibration.operation(of: "orders"), date: start, fact: .compared(.matched), count: 3),
                Entry(operation: Calibration.operation(of: "orders"), date: start, fact: .compared(.timedOut)),
                Entry(operation: "addresses", date: start, fact: .compared(.matched), count: 1_000),
            ]
    }()

    @Test("Its bars count what the journal's entries count")
    func counts() throws {
        let picture = try Picture(Chart(of: "orders", in: Self.entries).svg())
        let evidence = Evidence(Self.entries, operation: "orders")
        let calibration = Evidence(Self.entries, operation: Calibration.operation(of: "orders"))

        #expect(
            picture.counts == [
                "matched": evidence.matched, "ignored": 1, "mismatched": evidence.mismatched,
                "candidateFailed": evidence.candidateFailed, "timedOut": evidence.timedOut, "skipped": 17,
                "byCandidate": evidence.answered[.candidate] ?? 0, "byControl": evidence.answered[.control] ?? 0,
                "fellBack": evidence.fellBack, "lost": evidence.lost, "calibrated": calibration.matched,
                "noise": calibration.disagreements,
            ]
        )
        #expect(picture.counts == Chart(of: "orders", in: Self.entries).totals)
    }

    @Test("Its metadata has the same totals and the plans")
    func metadata() throws {
        let picture = try Picture(Chart(of: "orders", in: Self.entries).svg())
        let object = try JSONSerialization.jsonObject(with: Data(picture.texts["metadata", default: ""].utf8))
        let metadata = try #require(object as? [String: Any])

        #expect(metadata["counts"] as? [String: Int] == picture.counts)
        let plans = try #require(metadata["plans"] as? [[String: String]])
        #expect(plans.map { $0["plan"] } == ["compare 100%", "rollout 50%", "replacement"])
    }

    @Test("Its lines have the latencies of each length of time, exactly")
    func latencies() throws {
        let picture = try Picture(Chart(of: "orders", in: Self.entries).svg())
        let p50 = picture.lines.filter { $0["data-side"] == "candidate" && $0["data-percentile"] == "50" }
        let values = p50.flatMap { ($0["data-nanoseconds"] ?? "").split(separator: " ") }
        #expect(values == ["1000000", "1000000", "10000000000", "1000000", "1000000000", "800000"])
    }

    @Test("It says in words what it shows, and is one image to those who hear it")
    func words() throws {
        let picture = try Picture(Chart(of: "orders", in: Self.entries).svg())
        #expect(picture.root["role"] == "img")
        #expect(picture.texts["title"]?.hasPrefix("Hand-over of orders") == true)
        let description = try #require(picture.texts["desc"])
        #expect(description.contains("41 matched"))
        #expect(description.contains("rollout 50% after 30 s"))
        #expect(description.contains("The kill switch was open from 34 s to 41 s."))
    }

    @Test("It has colours for light and for dark, and asks no network")
    func alone() {
        let svg = Chart(of: "orders", in: Self.entries).svg()
        #expect(svg.contains("@media (prefers-color-scheme: dark)"))
        #expect(svg.components(separatedBy: "http").count == 2, "the namespace alone")
        #expect(!svg.contains("<script"))
        #expect(!svg.contains("url("))
    }

    @Test("The same entries make the same picture, in whatever order of one moment")
    func pure() {
        let svg = Chart(of: "orders", in: Self.entries).svg()
        #expect(svg == Chart(of: "orders", in: Self.entries).svg())
    }

    @Test("Nothing lies outside the picture, whatever the time covered", arguments: [0, 0.02, 1, 59, 3_700, 9e5, 1e9])
    func inside(length: TimeInterval) throws {
        let entries = (0...20).map { number in
            Entry(
                operation: "orders",
                date: Self.start + length * Double(number) / 20,
                fact: .compared(.matched, control: .milliseconds(number + 1), candidate: .nanoseconds(number)),
                count: 1 + number * number * number
            )
        }
        let picture = try Picture(Chart(of: "orders", in: entries).svg())
        #expect(picture.counts == ["matched": entries.reduce(0) { $0 + $1.count }])
        for bar in picture.bars {
            let x = try #require(bar["x"].flatMap(Double.init)), y = try #require(bar["y"].flatMap(Double.init))
            let width = try #require(bar["width"].flatMap(Double.init))
            #expect(x >= 66 && x + width <= 936.01 && y >= 145)
        }
    }

    @Test("Without entries it says that nothing was recorded")
    func empty() throws {
        let picture = try Picture(Chart(of: "orders", in: []).svg())
        #expect(picture.counts.isEmpty)
        #expect(picture.texts["desc"]?.contains("Nothing was recorded.") == true)
    }

    @Test("A name can't break out of its place in the file")
    func hostile() throws {
        let name = "<script>\"&\u{1}\u{FFFE}</script>"
        let entry = Entry(operation: name, date: Self.start, fact: .planChanged(from: "a", to: "\"><b>"))
        let picture = try Picture(Chart(of: name, in: [entry]).svg())
        #expect(picture.elements.isDisjoint(with: ["script", "b"]))
    }
}

/// The contents of the picture for a reader of the file.
final class Picture: NSObject, XMLParserDelegate {
    private(set) var root: [String: String] = [:]
    private(set) var bars: [[String: String]] = []
    private(set) var lines: [[String: String]] = []
    private(set) var elements: Set<String> = []
    /// All elements in their order, with their own texts.
    private(set) var shapes: [(name: String, attributes: [String: String], text: String)] = []
    private var openShapes: [Int] = []
    /// The first text of each kind of element.
    private(set) var texts: [String: String] = [:]
    private var open: [(name: String, isFirst: Bool)] = []

    struct Malformed: Error {}

    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? Malformed() }
    }

    var counts: [String: Int] {
        bars.reduce(into: [:]) { counts, bar in
            counts[bar["data-mark"] ?? "", default: 0] += bar["data-count"].flatMap { Int($0) } ?? 0
        }
    }

    /// Returns a coordinate or a length of an element.
    static func number(_ attributes: [String: String], _ name: String) throws -> Double {
        try #require(attributes[name].flatMap(Double.init), "\(attributes)")
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        if elements.isEmpty { root = attributes }
        open.append((name, !elements.contains(name)))
        elements.insert(name)
        openShapes.append(shapes.count)
        shapes.append((name, attributes, ""))
        if attributes["data-mark"] != nil { bars.append(attributes) }
        if attributes["data-side"] != nil { lines.append(attributes) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let shape = openShapes.last { shapes[shape].text += text }
        if let last = open.last, last.isFirst { texts[last.name, default: ""] += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
        openShapes.removeLast()
    }
}
