import Foundation

/// What happened, written at its place: the plans as a lane, the kill switch, and the disagreements and faults.
struct ChartEvents {
    let time: TimeScale
    private var timeline: Timeline { time.timeline }

    /// The height of the lane. Names that don't fit into it are written in rows below it.
    private static let laneHeight = 20.0
    private static let laneBottom = ChartDrawing.strip.top + laneHeight
    private static let rowHeight = 13.0

    /// The plans' time in the panels, in turn with and without a tint.
    var bands: String {
        timeline.lanes.enumerated().map { number, lane in
            """
            <rect class="band\(number.isMultiple(of: 2) ? "" : " other")" x="\(time.x(lane.from).px)" \
            y="\(Self.laneBottom.px)" width="\((time.x(lane.to) - time.x(lane.from)).px)" \
            height="\((ChartDrawing.latency.bottom - Self.laneBottom).px)"/>
            """
        }.joined(separator: "\n")
    }

    /// The plans, each in the colour of its kind and for as long as it was in force.
    var lane: String {
        var rowEnds = Array(repeating: 0.0, count: 5)
        return timeline.lanes.map { lane in
            let (from, to) = (time.x(lane.from), time.x(lane.to))
            let width = Self.width(of: lane.plan)
            var label = ""
            var lineTop = Self.laneBottom
            if width + 6 <= to - from {
                label = """
                    <text class="in-lane" x="\((from + 5).px)" \
                    y="\((ChartDrawing.strip.top + 14).px)">\(lane.plan.xml)</text>
                    """
            } else {
                let start = min(from + 5, ChartDrawing.right - width)
                // A name that fits into no row is only the title of its part.
                if let row = rowEnds.firstIndex(where: { $0 <= start }) {
                    rowEnds[row] = start + width
                    lineTop += Double(row) * Self.rowHeight
                    label = "<text class=\"plan\" x=\"\(start.px)\" y=\"\((lineTop + 12).px)\">\(lane.plan.xml)</text>"
                }
            }
            let after = TimeText.elapsed(lane.from, step: min(timeline.slotLength, 1))
            return """
                <g data-plan="\(lane.plan.xml)"><title>\("\(lane.plan), after \(after)".xml)</title>\
                <rect class="lane \(Self.kind(of: lane.plan))" x="\(from.px)" y="\(ChartDrawing.strip.top.px)" \
                width="\(max(to - from - 1, 1).px)" height="\(Self.laneHeight.px)"/>\
                <line class="step" x1="\(from.px)" y1="\(lineTop.px)" x2="\(from.px)" \
                y2="\(ChartDrawing.latency.bottom.px)"/>\
                \(label)</g>
                """
        }.joined(separator: "\n")
    }

    /// The times at which the kill switch withheld traffic from the candidate.
    var openings: String {
        timeline.openings.map { from, to, _ in
            """
            <rect class="open" data-kill-switch="open" x="\(time.x(from).px)" y="\(Self.laneBottom.px)" \
            width="\(max(time.x(to) - time.x(from), 3).px)" \
            height="\((ChartDrawing.latency.bottom - Self.laneBottom).px)">\
            <title>The kill switch was open from \(time.elapsed(from)) to \(time.elapsed(to))</title></rect>
            """
        }.joined(separator: "\n")
    }

    /// The kill switch's openings with their reasons, and the number of disagreements and faults beside their bars.
    var texts: String {
        var parts: [String] = []
        // The title of the panel is to the left.
        var end = ChartDrawing.left + 120
        for opening in timeline.openings {
            let words = "kill switch opened: \(opening.reason.words)"
            let width = Self.width(of: words)
            let start = max(end, min(time.x(opening.from), ChartDrawing.right - width))
            guard start + width <= ChartDrawing.right + 1 else { continue }
            end = start + width
            let place = Place(x: start, end: end, isBefore: end > ChartDrawing.right - 1)
            parts.append(Self.event("kill-switch", words, place, ChartDrawing.good.top - 9))
        }
        var rowEnds = Array(repeating: 0.0, count: 4)
        for mark in Mark.allCases where !mark.isAboveSuspicion {
            for cluster in timeline.clusters(of: mark) {
                let words = "\(cluster.count.grouped) \(mark.words)"
                let place = place(of: words, beside: cluster.slots)
                guard let row = rowEnds.firstIndex(where: { $0 <= place.x }) else { continue }
                rowEnds[row] = place.end
                let y = ChartDrawing.bad.top + 11 + Double(row) * Self.rowHeight
                parts.append(Self.event(mark.rawValue, words, place, y))
            }
        }
        return parts.joined(separator: "\n")
    }

    /// The place of a text.
    private struct Place {
        let x: Double
        let end: Double
        /// Whether the text ends exactly at its end, and not begins exactly at its start.
        let isBefore: Bool
    }

    /// Returns the place to the right of these slots; to the left if there isn't enough.
    private func place(of words: String, beside slots: ClosedRange<Int>) -> Place {
        let width = Self.width(of: words)
        let after = time.x(Double(slots.upperBound + 1) * timeline.slotLength) + 5
        if after + width <= ChartDrawing.right { return Place(x: after, end: after + width, isBefore: false) }
        let before = max(time.x(Double(slots.lowerBound) * timeline.slotLength) - 5, ChartDrawing.left + width)
        return Place(x: before - width, end: before, isBefore: true)
    }

    private static func event(_ name: String, _ words: String, _ place: Place, _ y: Double) -> String {
        let anchor = place.isBefore ? ("plan end", place.end) : ("plan", place.x)
        return """
            <text class="\(anchor.0)" data-event="\(name)" x="\(anchor.1.px)" y="\(y.px)">\(words.xml)</text>
            """
    }

    /// An estimate of the width of a text in the font of names.
    private static func width(of text: String) -> Double { Double(text.count) * 7.3 + 8 }

    /// The class of a plan's colour: the first word of its description if that is a kind of plan.
    private static func kind(of plan: String) -> String {
        let word = plan.prefix { $0 != " " }
        return ChartStyle.lanes.contains { $0.key == word } ? "lane-\(word)" : "lane-other"
    }
}

extension KillSwitch.Reason {
    fileprivate var words: String {
        switch self {
        case .faults: "too many faults"
        case .latency: "too slow"
        case .probe: "the probe failed"
        case .disagreements: "too many disagreements"
        }
    }
}
