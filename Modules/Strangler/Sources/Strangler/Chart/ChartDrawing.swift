import Foundation

/// The chart in SVG: a lane of plans and three panels over one time axis. Nothing but the axis's own numbers is below it.
struct ChartDrawing {
    struct Panel {
        let top: Double
        let height: Double
        var bottom: Double { top + height }
    }

    static let width = 960.0
    static let left = 66.0
    static let right = 936.0
    static let strip = Panel(top: 78, height: 85)
    static let good = Panel(top: 189, height: 150)
    static let bad = Panel(top: 373, height: 62)
    static let latency = Panel(top: 469, height: 130)

    private let chart: Chart
    private let time: TimeScale
    private var timeline: Timeline { time.timeline }

    init(_ chart: Chart) {
        self.chart = chart
        time = TimeScale(chart.timeline)
    }

    var svg: String {
        let (legend, bottom) = legend(from: chart.note == nil ? 82 : 102)
        // The lane begins under the legend.
        let shift = bottom + 14 - Self.strip.top
        let height = shift + Self.latency.bottom + 32
        let events = ChartEvents(time: time)
        let panels = [
            events.bands, events.openings, bars(Self.good) { $0.isAboveSuspicion },
            bars(Self.bad) { !$0.isAboveSuspicion }, latencies, events.lane, events.texts, timeAxis,
        ]
        let parts = [
            "<title>\("Hand-over of \(chart.operation)".xml)</title>",
            "<desc>\(description.xml)</desc>",
            "<metadata>\(metadata.xml)</metadata>",
            ChartStyle.sheet,
            "<rect class=\"page\" width=\"\(Self.width.px)\" height=\"\(height.px)\"/>",
            heading, legend,
            "<g transform=\"translate(0,\(shift.px))\">",
        ]
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width.px)" height="\(height.px)" \
            viewBox="0 0 \(Self.width.px) \(height.px)" role="img">
            \((parts + panels).filter { !$0.isEmpty }.joined(separator: "\n"))
            </g>
            </svg>

            """
    }
}

// MARK: - Texts

extension ChartDrawing {
    private var heading: String {
        let note = chart.note.map { "\n<text class=\"note\" data-note=\"table\" x=\"24\" y=\"78\">\($0.xml)</text>" }
        return """
            <text class="heading" x="24" y="36">\("Hand-over of \(chart.operation)".xml)</text>
            <text class="tick end" x="\(Self.right.px)" y="36">0 s is \(timeline.start.utc)</text>
            <text class="note" x="24" y="58">\(summary.xml)</text>\(note ?? "")
            """
    }

    private var summary: String {
        let totals = timeline.totals
        let parts = Mark.allCases.compactMap { mark in totals[mark].map { "\($0.grouped) \(mark.words)" } }
        // As much as fits on a line; the description has the rest.
        let line = parts.reduce("") { line, part in
            let longer = line.isEmpty ? part : "\(line) · \(part)"
            return longer.count > 120 ? line : longer
        }
        return line.isEmpty ? "Nothing was recorded." : line
    }

    /// A description of the picture for screen readers.
    private var description: String {
        var sentences = ["Outcomes and latencies of \(chart.operation) from \(timeline.start.utc), over \(duration)."]
        let totals = timeline.totals
        let counts = Mark.allCases.compactMap { mark in totals[mark].map { "\($0.grouped) \(mark.words)" } }
        sentences.append(counts.isEmpty ? "Nothing was recorded." : counts.joined(separator: ", ") + ".")
        let plans = timeline.plans.map { "\($0.plan) after \(time.elapsed($0.date))" }
        if !plans.isEmpty { sentences.append("Plans: \(plans.joined(separator: ", ")).") }
        for (from, to, _) in timeline.openings {
            sentences.append("The kill switch was open from \(time.elapsed(from)) to \(time.elapsed(to)).")
        }
        if let note = chart.note { sentences.append(note) }
        return sentences.joined(separator: " ")
    }

    private var duration: String { TimeText.elapsed(timeline.length, step: timeline.slotLength) }

    private var metadata: String {
        let plans = timeline.plans.map { ["date": $0.date.utc, "plan": $0.plan] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let facts = ChartMetadata(
            operation: chart.operation,
            start: timeline.start.utc,
            slotSeconds: timeline.slotLength,
            slots: timeline.slots.count,
            counts: chart.totals,
            plans: plans
        )
        return (try? encoder.encode(facts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

private struct ChartMetadata: Encodable {
    let operation: String
    let start: String
    let slotSeconds: Double
    let slots: Int
    let counts: [String: Int]
    let plans: [[String: String]]
}

// MARK: - Bars

extension ChartDrawing {
    private func bars(_ panel: Panel, _ isShown: (Mark) -> Bool) -> String {
        let isGood = panel.top == Self.good.top
        let highest = timeline.highest(isShown)
        let scale = CountScale(highest)
        let title = isGood ? "Calls \(slotText)" : "Disagreements and faults \(slotText)"
        var parts = [panelTitle(title, panel)]
        parts += scale.ticks.map { tick in
            gridLine(panel.bottom - panel.height * Double(tick) / Double(scale.top), label: tick.grouped)
        }
        for (number, slot) in timeline.slots.enumerated() {
            var below = 0
            for mark in Mark.allCases where isShown(mark) {
                guard let count = slot.counts[mark], count > 0 else { continue }
                parts.append(bar(mark, count, on: below, slot: number, panel, scale))
                below += count
            }
        }
        return parts.joined(separator: "\n")
    }

    private func bar(_ mark: Mark, _ count: Int, on below: Int, slot: Int, _ panel: Panel, _ scale: CountScale)
        -> String
    {
        let from = time.x(Double(slot) * timeline.slotLength)
        let width = (Self.right - Self.left) / Double(timeline.slots.count)
        let gap = min(1.5, width * 0.2)
        let unit = panel.height / Double(scale.top)
        let height = Double(count) * unit
        let start = TimeText.elapsed(Double(slot) * timeline.slotLength, step: timeline.slotLength)
        return """
            <rect class="\(mark.rawValue)" data-mark="\(mark.rawValue)" data-count="\(count)" \
            x="\((from + gap / 2).px)" y="\((panel.bottom - Double(below) * unit - height).px)" \
            width="\((width - gap).px)" height="\(height.px)">\
            <title>\(count.grouped) \(mark.words), from \(start) on</title></rect>
            """
    }

    private var slotText: String {
        "per \(TimeText.elapsed(timeline.slotLength, step: timeline.slotLength))"
    }

    private func panelTitle(_ title: String, _ panel: Panel) -> String {
        "<text class=\"panel\" x=\"\(Self.left.px)\" y=\"\((panel.top - 9).px)\">\(title.xml)</text>"
    }

    private func gridLine(_ y: Double, label: String) -> String {
        """
        <line class="grid" x1="\(Self.left.px)" y1="\(y.px)" x2="\(Self.right.px)" y2="\(y.px)"/>\
        <text class="tick end" x="\((Self.left - 8).px)" y="\((y + 4).px)">\(label.xml)</text>
        """
    }
}

// MARK: - Latencies

extension ChartDrawing {
    /// A percentile that is drawn as a line.
    struct Percentile {
        let number: Int
        let look: String
        let value: KeyPath<Latencies, Duration>

        var words: String { "\(number)th percentile" }
    }

    static var percentiles: [Percentile] {
        [
            Percentile(number: 50, look: "line", value: \.p50), Percentile(number: 95, look: "dotted", value: \.p95),
        ]
    }

    private var latencies: String {
        let panel = Self.latency
        let all = timeline.slots.flatMap { $0.latencies.values.flatMap { [$0.p50, $0.p95] } }
        let scale = LatencyScale(all)
        var parts = [
            panelTitle("Latency: \(Self.percentiles.map { "\($0.words) (\($0.look))" }.joined(separator: ", "))", panel)
        ]
        func y(_ latency: Duration) -> Double { panel.bottom - panel.height * scale.part(of: latency) }
        parts += scale.ticks.map { gridLine(y($0), label: $0.short) }
        for side in Side.allCases {
            for percentile in Self.percentiles.reversed() {
                parts += line(side, percentile.number, percentile.value, y)
            }
        }
        return parts.joined(separator: "\n")
    }

    /// Returns one line for each run of slots that have values.
    private func line(
        _ side: Side,
        _ percentile: Int,
        _ value: KeyPath<Latencies, Duration>,
        _ y: (Duration) -> Double
    ) -> [String] {
        let values = timeline.slots.map { $0.latencies[side]?[keyPath: value] }
        var runs: [[(slot: Int, latency: Duration)]] = [[]]
        for (slot, latency) in values.enumerated() {
            if let latency {
                runs[runs.count - 1].append((slot, latency))
            } else if runs.last?.isEmpty == false {
                runs.append([])
            }
        }
        return runs.filter { !$0.isEmpty }.map { run in
            // A run of one slot gets a width, otherwise nothing would be drawn.
            let half = timeline.slotLength * (run.count == 1 ? 0.25 : 0)
            let points = run.flatMap { slot, latency in
                let middle = (Double(slot) + 0.5) * timeline.slotLength
                let times = half > 0 ? [middle - half, middle + half] : [middle]
                return times.map { "\(time.x($0).px),\(y(latency).px)" }
            }
            return """
                <polyline class="\(side.rawValue) p\(percentile)" data-side="\(side.rawValue)" \
                data-percentile="\(percentile)" data-first-slot="\(run[0].slot)" \
                data-nanoseconds="\(run.map { String($0.latency.wholeNanoseconds) }.joined(separator: " "))" \
                points="\(points.joined(separator: " "))"/>
                """
        }
    }
}

// MARK: - The legend

extension ChartDrawing {
    /// Returns the legend, whose first line is at `top`, and its lower end.
    private func legend(from top: Double) -> (svg: String, bottom: Double) {
        let totals = timeline.totals
        let sides = Side.allCases.filter { side in timeline.slots.contains { $0.latencies[side] != nil } }
        var entries = Mark.allCases.filter { totals[$0] != nil }.map { ("swatch \($0.rawValue)", $0.words) }
        entries += sides.flatMap { side in
            Self.percentiles.map { ("key \(side.rawValue) p\($0.number)", "\(side.rawValue), \($0.words)") }
        }
        var (x, y) = (24.0, top)
        var parts: [String] = []
        for (kind, words) in entries {
            let width = Double(words.count) * 6.9 + 36
            if x + width > Self.right { (x, y) = (24, y + 20) }
            let sample =
                if kind.hasPrefix("key ") {
                    """
                    <line class="\(kind.dropFirst(4))" x1="\(x.px)" y1="\((y - 4).px)" \
                    x2="\((x + 14).px)" y2="\((y - 4).px)"/>
                    """
                } else {
                    "<rect class=\"\(kind.dropFirst(7))\" x=\"\(x.px)\" y=\"\((y - 10).px)\" width=\"12\" height=\"12\"/>"
                }
            parts.append("\(sample)<text class=\"tick\" x=\"\((x + 19).px)\" y=\"\(y.px)\">\(words)</text>")
            x += width
        }
        return (parts.joined(separator: "\n"), parts.isEmpty ? top - 18 : y)
    }
}

// MARK: - The axis of time

extension ChartDrawing {
    private var timeAxis: String {
        let step = TimeText.step(over: timeline.length)
        let count = Int((timeline.length / step).rounded(.down))
        let ticks = (0...count).map { number in
            let at = time.x(Double(number) * step)
            let text = TimeText.elapsed(Double(number) * step, step: step)
            return """
                <line class="axis" x1="\(at.px)" y1="\(Self.latency.bottom.px)" x2="\(at.px)" \
                y2="\((Self.latency.bottom + 5).px)"/>\
                <text class="tick middle" x="\(at.px)" y="\((Self.latency.bottom + 19).px)">\(text)</text>
                """
        }
        return """
            <line class="axis" x1="\(Self.left.px)" y1="\(Self.latency.bottom.px)" x2="\(Self.right.px)" \
            y2="\(Self.latency.bottom.px)"/>
            \(ticks.joined(separator: "\n"))
            """
    }
}
