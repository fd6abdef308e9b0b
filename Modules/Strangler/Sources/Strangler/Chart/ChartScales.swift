import Foundation

/// An axis of counts, from 0 to a round number.
struct CountScale {
    let top: Int
    let ticks: [Int]

    init(_ highest: Int) {
        let highest = max(highest, 1)
        var step = 1
        while highest > step * 3 {
            // 1, 2, 5, 10, 20, 50, ...
            step = String(step).hasPrefix("2") ? step / 2 * 5 : step * 2
        }
        top = (highest + step - 1) / step * step
        ticks = Array(stride(from: 0, through: top, by: step))
    }
}

/// An axis of latencies, logarithmic, because it has to show both a call of a millisecond and one that timed out.
struct LatencyScale {
    private let low: Double
    private let high: Double

    init(_ latencies: [Duration]) {
        let values = latencies.map { max($0 / .seconds(1), 1e-6) }
        let range = ((values.min() ?? 0.001) * 0.8, (values.max() ?? 0.01) * 1.25)
        low = range.0
        high = max(range.1, range.0 * 4)
    }

    /// Returns the position of a latency, from 0 at the lower end to 1 at the upper.
    func part(of latency: Duration) -> Double {
        log(max(latency / .seconds(1), low) / low) / log(high / low)
    }

    /// The ticks: 1, 2 and 5 in each power of ten, or only powers of ten if that would be too many.
    var ticks: [Duration] {
        let powers = Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))
        let fine = powers.flatMap { power in [1.0, 2, 5].map { $0 * pow(10, Double(power)) } }
        let coarse = powers.map { pow(10, Double($0)) }
        let inside = { (values: [Double]) in values.filter { (low...high).contains($0) } }
        return (inside(fine).count <= 6 ? inside(fine) : inside(coarse)).map { .seconds($0) }
    }
}

/// The axis of time, which the panels of a chart share.
struct TimeScale {
    let timeline: Timeline

    init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    func x(_ date: Date) -> Double {
        x(date.timeIntervalSince(timeline.start))
    }

    func x(_ time: TimeInterval) -> Double {
        ChartDrawing.left + (ChartDrawing.right - ChartDrawing.left) * min(max(time / timeline.length, 0), 1)
    }

    /// Returns how long after the start of the chart a date is, in words.
    func elapsed(_ date: Date) -> String {
        TimeText.elapsed(date.timeIntervalSince(timeline.start), step: min(timeline.slotLength, 1))
    }
}

/// Durations in words, and the steps of their axis.
enum TimeText {
    /// Returns `12 s`, `0.5 s`, `3:20 min`, `5 h`, `2 d`: as precise as steps of `step` seconds require.
    static func elapsed(_ time: TimeInterval, step: TimeInterval) -> String {
        let seconds = Int(time.rounded())
        if time < 120, step < 60 {
            let text = String(format: step < 0.1 ? "%.2f" : step < 1 ? "%.1f" : "%.0f", time)
            return "\(text) s"
        }
        if time < 7_200, step < 3_600 {
            let rest = seconds % 60
            return rest == 0 ? "\(seconds / 60) min" : "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) min"
        }
        if time < 172_800, step < 86_400 {
            let rest = seconds / 60 % 60
            return rest == 0 ? "\(seconds / 3_600) h" : "\(seconds / 3_600):\(rest < 10 ? "0" : "")\(rest) h"
        }
        let hours = seconds / 3_600 % 24
        return hours == 0 ? "\(seconds / 86_400) d" : "\(seconds / 86_400) d \(hours) h"
    }

    /// Returns the time between ticks, so that there are at most ten.
    static func step(over time: TimeInterval) -> TimeInterval {
        let steps: [TimeInterval] = [
            0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200,
            86_400, 172_800, 604_800, 1_209_600, 2_592_000,
        ]
        return steps.first { time / $0 <= 10 } ?? time / 10
    }
}

extension Double {
    /// The number as a coordinate, to a hundredth.
    var px: String {
        let rounded = (self * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}

extension Int {
    /// The number with commas between thousands.
    var grouped: String {
        let digits = String(magnitude)
        let parts = digits.enumerated().map { index, digit in
            let rest = digits.count - index
            return index > 0 && rest.isMultiple(of: 3) ? ",\(digit)" : String(digit)
        }
        return (self < 0 ? "-" : "") + parts.joined()
    }
}

extension Duration {
    /// The duration as a tick of a scale: `2 ms`, `500 µs`, `1 s`.
    var short: String {
        let seconds = self / .seconds(1)
        if seconds >= 0.999 { return "\((seconds).px) s" }
        if seconds >= 0.000_999 { return "\((seconds * 1_000).px) ms" }
        return "\((seconds * 1_000_000).px) µs"
    }

    /// The duration in nanoseconds, rounded down and limited to the largest value.
    var wholeNanoseconds: Int64 {
        let (product, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return components.seconds < 0 ? .min : .max }
        return product.addingReportingOverflow(components.attoseconds / 1_000_000_000).partialValue
    }
}

extension Date {
    /// The date in ISO 8601 and UTC, to the second.
    var utc: String { formatted(.iso8601) }
}

extension String {
    /// The text escaped for XML, in an element or between quotes, without characters that XML doesn't allow.
    var xml: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += " "
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
