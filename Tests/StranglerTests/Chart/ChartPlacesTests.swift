import Foundation
import Testing

@testable import Strangler

@Suite("Where things are in the chart")
struct ChartPlacesTests {
    private let picture: Picture

    init() throws {
        picture = try Picture(Chart(of: "orders", in: ChartTests.entries).svg())
    }

    @Test("Plans are a lane without gaps, each in the colour of its kind and with its name")
    func lane() throws {
        let lane = picture.shapes.filter { $0.attributes["class"]?.hasPrefix("lane ") == true }.map(\.attributes)
        #expect(lane.map { $0["class"] } == ["lane lane-compare", "lane lane-rollout", "lane lane-replacement"])
        let plans = picture.shapes.compactMap { $0.attributes["data-plan"] }
        #expect(plans == ["compare 100%", "rollout 50%", "replacement"])
        let names = picture.shapes.filter { ["in-lane", "plan"].contains($0.attributes["class"]) }.map(\.text)
        #expect(Set(plans).isSubset(of: names))
        var end = 66.0
        for part in lane {
            #expect(abs(try Picture.number(part, "x") - end) < 0.02)
            // A line of the page's colour separates two parts.
            end = try Picture.number(part, "x") + Picture.number(part, "width") + 1
        }
        #expect(abs(end - 936) < 0.02)
        let style = try #require(picture.texts["style"])
        for kind in ["legacy", "compare", "rollout", "replacement", "other"] {
            #expect(style.contains(".lane-\(kind) {"))
        }
    }

    @Test("The plan before the first change is in the lane too")
    func former() throws {
        let entries = [
            Entry(operation: "orders", date: ChartTests.start, fact: .compared(.matched)),
            Entry(operation: "orders", date: ChartTests.start + 50, fact: .planChanged(from: "legacy", to: "odd plan")),
            Entry(operation: "orders", date: ChartTests.start + 99, fact: .compared(.matched)),
        ]
        let lane = try Picture(Chart(of: "orders", in: entries).svg()).shapes.compactMap { $0.attributes["class"] }
            .filter { $0.hasPrefix("lane ") }
        #expect(lane == ["lane lane-legacy", "lane lane-other"])
    }

    @Test("Disagreements and faults are written beside their bars, with their numbers")
    func faults() throws {
        let expected = [
            "mismatched": "1 mismatched", "candidateFailed": "2 candidate failed", "timedOut": "1 timed out",
            "fellBack": "1 fell back to control", "lost": "5 lost comparisons", "noise": "1 calibration, different",
        ]
        for (mark, words) in expected {
            let event = try #require(picture.shapes.first { $0.attributes["data-event"] == mark }, "\(mark)")
            #expect(event.text == words)
            let bar = try #require(picture.bars.first { $0["data-mark"] == mark })
            let end = try Picture.number(bar, "x") + Picture.number(bar, "width")
            let distance = try Picture.number(event.attributes, "x") - end
            #expect((0..<12).contains(distance), "\(mark) is \(distance) from its bar")
        }
    }

    @Test("The opening of the kill switch is written above it, with its reason")
    func killSwitch() throws {
        let event = try #require(picture.shapes.first { $0.attributes["data-event"] == "kill-switch" })
        #expect(event.text == "kill switch opened: too many faults")
        let opening = try #require(picture.shapes.first { $0.attributes["data-kill-switch"] == "open" })
        #expect(try Picture.number(event.attributes, "x") == Picture.number(opening.attributes, "x"))
    }

    @Test("Percentiles are named, in the panel and for each line in the legend")
    func percentiles() {
        let texts = picture.shapes.filter { $0.name == "text" }.map(\.text)
        #expect(texts.contains("Latency: 50th percentile (line), 95th percentile (dotted)"))
        for side in ["control", "candidate"] {
            for percentile in ["50th", "95th"] { #expect(texts.contains("\(side), \(percentile) percentile")) }
        }
    }

    @Test("Nothing but its own numbers is below the axis of time, and the picture ends there")
    func axis() throws {
        let group = try #require(picture.shapes.firstIndex { $0.name == "g" && $0.attributes["transform"] != nil })
        let move = try #require(picture.shapes[group].attributes["transform"])
        let shift = try #require(Double(move.filter { "0123456789.,".contains($0) }.split(separator: ",")[1]))
        let panels = picture.shapes[(group + 1)...]
        let axis = try #require(
            panels.last { $0.attributes["class"] == "axis" && $0.attributes["y1"] == $0.attributes["y2"] }
        )
        let bottom = try Picture.number(axis.attributes, "y1")
        #expect(abs(try Picture.number(picture.root, "height") - shift - bottom) < 40)
        for shape in panels where !["tick middle", "axis"].contains(shape.attributes["class"]) {
            for name in ["y", "y1", "y2"] {
                guard let y = shape.attributes[name].flatMap(Double.init) else { continue }
                let height = shape.attributes["height"].flatMap(Double.init) ?? 0
                #expect(y + height <= bottom + 0.01, "\(shape)")
            }
            for point in shape.attributes["points"]?.split(separator: " ") ?? [] {
                #expect(try #require(Double(point.split(separator: ",")[1])) <= bottom, "\(shape)")
            }
        }
        // The legend and the heading are above the panels.
        for shape in picture.shapes[..<group] {
            if let y = shape.attributes["y"].flatMap(Double.init) { #expect(y < shift + 78, "\(shape)") }
        }
    }

    @Test("Where the table counts fewer runs than the chart, the chart says which", arguments: [true, false])
    func note(hasOther: Bool) throws {
        func sides(_ version: String) throws -> Sides {
            try Sides(control: Identity("legacy"), candidate: Identity("store", version: version))
        }
        var entries = [
            Entry(
                operation: "orders",
                sides: try sides("2"),
                date: ChartTests.start + 9,
                fact: .compared(.matched),
                count: 7
            )
        ]
        if hasOther {
            entries.append(
                Entry(
                    operation: "orders",
                    sides: try sides("1"),
                    date: ChartTests.start,
                    fact: .compared(.matched),
                    count: 4
                )
            )
        }
        let evidence = Evidence(entries)
        let verdict = Verdict(
            of: "orders",
            between: try sides("2"),
            in: evidence,
            by: Rule.test(),
            now: ChartTests.start + 10
        )
        let chart = Chart(of: "orders", in: evidence, entries: entries, beside: verdict)
        let note = "The table counts 7 of these 11 runs: those of store 2 in the rule's period."
        #expect(chart.note == (hasOther ? note : nil))
        #expect(chart.svg().contains(note.xml) == hasOther)
        #expect(Chart(of: "orders", in: evidence, entries: entries).note == nil)
    }
}
