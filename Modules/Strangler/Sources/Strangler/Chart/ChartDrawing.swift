import Foundation

/// The chart in SVG: three panels over one time axis.
struct ChartDrawing {
    private struct Panel {
        let top: Double
        let height: Double
        var bottom: Double { top + height }
    }

    private static let width = 960.0
    private static let left = 66.0
    private static let right = 936.0
    private static let strip = Panel(top: 78, height: 72)
    private static let good = Panel(top: 176, height: 150)
    private static let bad = Panel(top: 360, height: 62)
    private static let latency = Panel(top: 456, height: 130)
    private static let legendTop = 636.0

    private let chart: Chart
    private let timeline: Timeline

    init(_ chart: Chart) {
        self.chart = chart
        timeline = chart.timeline
    }

    var svg: String {
        let (legend, height) = legend
        let parts = [
            "<title>\("Hand-over of \(chart.operation)".xml)</title>",
            "<desc>\(description.xml)</desc>",
            "<metadata>\(metadata.xml)</metadata>",
            ChartStyle.sheet,
            "<rect class=\"page\" width=\"\(Self.width.px)\" height=\"\(height.px)\"/>",
            heading, plans, openings, bars(Self.good) { $0.isAboveSuspicion },
            bars(Self.bad) { !$0.isAboveSuspicion }, latencies, timeAxis, legend,
        ]
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width.px)" height="\(height.px)" \
            viewBox="0 0 \(Self.width.px) \(height.px)" role="img">
            \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
            </svg>

            """
    }

    private func x(_ date: Date) -> Double {
        x(date.timeIntervalSince(timeline.start))
    }

    private func x(_ time: TimeInterval) -> Double {
        Self.left + (Self.right - Self.left) * min(max(time / timeline.length, 0), 1)
    }
}

// MARK: - Texts

extension ChartDrawing {
    private var heading: String {
        """
        <text class="heading" x="24" y="36">\("Hand-over of \(chart.operation)".xml)</text>
        <text class="note" x="24" y="58">\(summary.xml)</text>
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
        let plans = timeline.plans.map { "\($0.plan) after \(elapsed($0.date))" }
        if !plans.isEmpty { sentences.append("Plans: \(plans.joined(separator: ", ")).") }
        for (from, to) in timeline.openings {
            sentences.append("The kill switch was open from \(elapsed(from)) to \(elapsed(to)).")
        }
        return sentences.joined(separator: " ")
    }

    private var duration: String { TimeText.elapsed(timeline.length, step: timeline.slotLength) }

    private func elapsed(_ date: Date) -> String {
        TimeText.elapsed(date.timeIntervalSince(timeline.start), step: min(timeline.slotLength, 1))
    }

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

// MARK: - Plans and the kill switch

extension ChartDrawing {
    private var plans: String {
        let steps = timeline.plans
        var rowEnds = Array(repeating: 0.0, count: 5)
        var bands: [String] = []
        var labels: [String] = []
        for (number, step) in steps.enumerated() {
            let from = x(step.date)
            let to = number + 1 < steps.count ? x(steps[number + 1].date) : Self.right
            let width = Double(step.plan.count) * 7.6 + 8
            let start = min(from + 5, Self.right - width)
            // A label that doesn't fit is shown only as the line's title. A line begins in its label's row, so that it crosses
            // no label above.
            let row = rowEnds.firstIndex { $0 <= start }
            if let row { rowEnds[row] = start + width }
            let top = Self.strip.top + Double(row ?? rowEnds.count) * 14
            bands.append(
                """
                <rect class="band\(number.isMultiple(of: 2) ? "" : " other")" x="\(from.px)" y="\(Self.strip.top.px)" \
                width="\(max(to - from, 0).px)" height="\((Self.latency.bottom - Self.strip.top).px)"/>
                """
            )
            let label = "<text class=\"plan\" x=\"\(start.px)\" y=\"\((top + 11).px)\">\(step.plan.xml)</text>"
            labels.append(
                """
                <g data-plan="\(step.plan.xml)"><title>\("\(step.plan), after \(elapsed(step.date))".xml)</title>\
                <line class="step" x1="\(from.px)" y1="\(top.px)" x2="\(from.px)" y2="\(Self.latency.bottom.px)"/>\
                \(row == nil ? "" : label)</g>
                """
            )
        }
        return (bands + labels).joined(separator: "\n")
    }

    private var openings: String {
        let parts = timeline.openings.map { from, to in
            """
            <rect class="open" data-kill-switch="open" x="\(x(from).px)" y="\(Self.strip.bottom.px)" \
            width="\(max(x(to) - x(from), 3).px)" height="\((Self.latency.bottom - Self.strip.bottom).px)">\
            <title>The kill switch was open from \(elapsed(from)) to \(elapsed(to))</title></rect>
            """
        }
        return parts.joined(separator: "\n")
    }
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
        let from = x(Double(slot) * timeline.slotLength)
        let width = (Self.right - Self.left) / Double(timeline.slots.count)
        let gap = min(1.5, width * 0.2)
        let unit = panel.height / Double(scale.top)
        let height = Double(count) * unit
        let time = TimeText.elapsed(Double(slot) * timeline.slotLength, step: timeline.slotLength)
        return """
            <rect class="\(mark.rawValue)" data-mark="\(mark.rawValue)" data-count="\(count)" \
            x="\((from + gap / 2).px)" y="\((panel.bottom - Double(below) * unit - height).px)" \
            width="\((width - gap).px)" height="\(height.px)">\
            <title>\(count.grouped) \(mark.words), from \(time) on</title></rect>
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
    private var latencies: String {
        let panel = Self.latency
        let all = timeline.slots.flatMap { $0.latencies.values.flatMap { [$0.p50, $0.p95] } }
        let scale = LatencyScale(all)
        var parts = [panelTitle("Latency: half of the calls took no longer (line), 95 of 100 (dotted)", panel)]
        func y(_ latency: Duration) -> Double { panel.bottom - panel.height * scale.part(of: latency) }
        parts += scale.ticks.map { gridLine(y($0), label: $0.short) }
        for side in Side.allCases {
            for (percentile, value) in [(95, \Latencies.p95), (50, \Latencies.p50)] {
                parts += line(side, percentile, value, y)
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
                return times.map { "\(x($0).px),\(y(latency).px)" }
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

// MARK: - The axis of time and the legend

extension ChartDrawing {
    private var timeAxis: String {
        let step = TimeText.step(over: timeline.length)
        let count = Int((timeline.length / step).rounded(.down))
        let ticks = (0...count).map { number in
            let at = x(Double(number) * step)
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
            <text class="tick" x="24" y="\((Self.latency.bottom + 38).px)">Time since \(timeline.start.utc)</text>
            """
    }

    private var legend: (svg: String, height: Double) {
        let totals = timeline.totals
        let sides = Side.allCases.filter { side in timeline.slots.contains { $0.latencies[side] != nil } }
        var entries = Mark.allCases.filter { totals[$0] != nil }.map { ("swatch \($0.rawValue)", $0.words) }
        if !timeline.openings.isEmpty { entries.append(("swatch open", "kill switch open")) }
        entries += sides.map { ("key \($0.rawValue) p50", "latency of \($0.rawValue)") }
        var (x, y) = (24.0, Self.legendTop + 12)
        var parts: [String] = []
        for (kind, words) in entries {
            let width = Double(words.count) * 6.9 + 36
            if x + width > Self.right { (x, y) = (24, y + 22) }
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
        return (parts.joined(separator: "\n"), y + 20)
    }
}
