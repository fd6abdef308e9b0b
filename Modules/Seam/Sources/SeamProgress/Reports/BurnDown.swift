import SeamCheck
import SeamKit

/// The burn-down of a history: the uses in each state over time, one above the other, as one SVG without scripts or references.
package enum BurnDown {
    private static let width = 760
    private static let height = 340
    private static let left = 56
    private static let right = 736
    private static let top = 44
    private static let bottom = 268

    /// The parts from the bottom up.
    private static let bands = ["direct", "taken", "left on purpose", "passed", "by protocol", "retired"]

    /// Returns the document, with a newline at its end.
    package static func svg(of history: UseHistory) -> String { drawing(of: history, isAlone: true) }

    /// Returns the picture; within a page it uses the page's colours.
    static func drawing(of history: UseHistory, isAlone: Bool) -> String {
        let points = history.samples.map(heights)
        let goals = history.goalStates()
        let most = max(1, points.map { $0.reduce(0, +) }.max() ?? 1)
        let days = (first: history.first.time, last: max(history.last.time, history.first.time + 1))
        let x = { (time: Int) in
            left + Int((Double(time - days.first) / Double(days.last - days.first) * Double(right - left)).rounded())
        }
        let y = { (count: Int) in bottom - Int((Double(count) / Double(most) * Double(bottom - top)).rounded()) }
        var parts = [open(history, isAlone: isAlone)]
        for (band, name) in bands.enumerated() where points.contains(where: { $0[band] > 0 }) {
            let upper = zip(history.samples, points).map { (x($0.time), y($1[...band].reduce(0, +))) }
            let lower = zip(history.samples, points).map { (x($0.time), y($1[..<band].reduce(0, +))) }
            // A single commit is a bar.
            let ends = history.samples.count == 1 ? [(right, upper[0].1), (right, lower[0].1)] : []
            let outline = (upper + ends + lower.reversed()).map { "\($0.0),\($0.1)" }.joined(separator: " ")
            parts.append(
                "<polygon class=\"band b\(band)\" points=\"\(outline)\"><title>\(name): "
                    + "\(points.first?[band] ?? 0) to \(points.last?[band] ?? 0)</title></polygon>"
            )
        }
        for state in goals {
            let level = y(min(most, state.goal.uses))
            parts.append(
                "<line class=\"goal\" x1=\"\(left)\" x2=\"\(right)\" y1=\"\(level)\" y2=\"\(level)\"><title>"
                    + "\(SVGReport.escaped(state.text))</title></line>"
            )
        }
        parts.append("<path class=\"axis\" d=\"M\(left) \(top) V\(bottom) H\(right)\"/>")
        for count in Set([0, most / 2, most]).sorted() {
            parts.append(
                "<text class=\"note\" x=\"\(left - 8)\" y=\"\(y(count) + 4)\" text-anchor=\"end\">\(count)</text>"
            )
        }
        parts.append("<text class=\"note\" x=\"\(left)\" y=\"\(bottom + 18)\">\(history.first.day)</text>")
        parts.append(
            "<text class=\"note\" x=\"\(right)\" y=\"\(bottom + 18)\" text-anchor=\"end\">\(history.last.day)</text>"
        )
        parts += legend(for: points) + ["</svg>"]
        return parts.joined(separator: "\n") + "\n"
    }

    private static func open(_ history: UseHistory, isAlone: Bool) -> String {
        let remaining = history.last.remaining
        var text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
            + (isAlone ? "width=\"\(width)\" height=\"\(height)\" " : "style=\"max-width:\(width * 5 / 4)px\" ")
            + "role=\"img\" aria-label=\"\(Count.text(remaining, noun: "use")) to move on \(history.last.day)\" "
            + "class=\"seam-picture\">\n"
        if isAlone {
            text += "<style>\(SVGReport.plain(SVGReport.style + style))</style>\n"
            text += "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\"/>\n"
        }
        return text
            + "<text class=\"title\" x=\"24\" y=\"26\">\(Count.text(remaining, noun: "use")) of singletons to move</text>"
    }

    private static func legend(for points: [[Int]]) -> [String] {
        var parts: [String] = []
        var place = 0
        for (band, name) in bands.enumerated() where points.contains(where: { $0[band] > 0 }) {
            let (x, y) = (left + place % 3 * 224, bottom + 34 + place / 3 * 20)
            parts.append("<rect class=\"band b\(band)\" x=\"\(x)\" y=\"\(y)\" width=\"12\" height=\"12\"/>")
            parts.append(
                "<text class=\"note\" x=\"\(x + 18)\" y=\"\(y + 11)\">\(name) \(points.last?[band] ?? 0)</text>"
            )
            place += 1
        }
        return parts
    }

    /// Returns the counts of the bands at a sample.
    private static func heights(of sample: UseHistory.Sample) -> [Int] {
        [
            sample.count(of: .direct), sample.count(of: .taken), sample.left, sample.count(of: .passed),
            sample.count(of: .byProtocol),
            sample.count(of: .retired),
        ]
    }

    static let style = """
        .band{stroke:var(--ground);stroke-width:1}.b0{fill:var(--write)}.b1{fill:var(--written);fill-opacity:.55}
        .b2{fill:var(--soft);fill-opacity:.45}.b3{fill:var(--own-line)}.b4{fill:var(--edge);fill-opacity:.6}.b5{fill:var(--line)}
        .axis{fill:none;stroke:var(--soft)}.goal{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:6 4}

        """
}
