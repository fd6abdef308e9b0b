/// The colours and fonts. Light mode is the default; the dark colours replace it if the reader's screen is in dark mode. The
/// style uses plain properties and no variables, so that converters with limited support for style sheets draw it too.
enum ChartStyle {
    static var sheet: String {
        """
        <style>
        text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, Arial, "DejaVu Sans", sans-serif; }
        .heading { font-size: 20px; font-weight: 600; } .note { font-size: 13px; }
        .panel, .plan { font-size: 12px; font-weight: 600; } .tick { font-size: 11.5px; }
        .in-lane { font-size: 12px; font-weight: 600; fill: #ffffff; }
        \(lanes.map { ".lane-\($0.key) { fill: \($0.value); }" }.joined(separator: " "))
        .panel, .plan { paint-order: stroke; stroke-width: 4; stroke-linejoin: round; }
        .end { text-anchor: end; } .middle { text-anchor: middle; }
        .grid { stroke-width: 1; } .axis { stroke-width: 1.2; } .step { stroke-width: 1; stroke-dasharray: 3 3; }
        .control, .candidate { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .p95 { stroke-width: 1.4; stroke-dasharray: 1.5 2.5; }
        \(colours(Palette.light))
        @media (prefers-color-scheme: dark) {
        \(colours(Palette.dark))
        }
        </style>
        """
    }

    /// The colours of plans by their kind, on which white text can be read, in light and dark mode.
    static let lanes: KeyValuePairs = [
        "legacy": "#6639ba", "compare": "#1a7f37", "rollout": "#0d7490", "replacement": "#0757ba", "other": "#57606a",
    ]

    private static func colours(_ palette: Palette) -> String {
        let marks = palette.marks.map { ".\($0.rawValue) { fill: \($1); }" }
        return """
            .page { fill: \(palette.page); } .heading, .panel, .plan { fill: \(palette.ink); }
            .panel, .plan { stroke: \(palette.page); }
            .note, .tick { fill: \(palette.faint); } .grid { stroke: \(palette.grid); }
            .axis, .step { stroke: \(palette.faint); }
            .band { fill: \(palette.band); } .other { fill: \(palette.page); } .open { fill: \(palette.open); }
            \(marks.joined(separator: " "))
            .control { stroke: \(palette.control); } .candidate { stroke: \(palette.candidate); }
            """
    }
}

/// The colours of light or dark mode.
private struct Palette {
    let page: String
    let ink: String
    let faint: String
    let grid: String
    let band: String
    let open: String
    let control: String
    let candidate: String
    let marks: KeyValuePairs<Mark, String>

    static let light = Palette(
        page: "#ffffff",
        ink: "#1f2328",
        faint: "#59636e",
        grid: "#dfe3e8",
        band: "#f4f6f8",
        open: "#ffd8d3",
        control: "#8250df",
        candidate: "#0969da",
        marks: [
            .matched: "#2da44e", .ignored: "#a6cfae", .calibrated: "#7fa8b8", .byCandidate: "#0969da",
            .byControl: "#8250df", .skipped: "#c3cad1", .mismatched: "#cf222e", .candidateFailed: "#e16f24",
            .timedOut: "#b08800", .fellBack: "#bf3989", .noise: "#7fa8b8", .lost: "#59636e",
            .matchedFailure: "#d0b7b9", .notComparable: "#e3e7eb", .controlFailed: "#a475f9", .unended: "#24292f",
        ]
    )

    static let dark = Palette(
        page: "#0d1117",
        ink: "#e6edf3",
        faint: "#9198a1",
        grid: "#2a313a",
        band: "#151b23",
        open: "#4a1f22",
        control: "#ab7df8",
        candidate: "#4493f8",
        marks: [
            .matched: "#3fb950", .ignored: "#2f6b3a", .calibrated: "#5f8797", .byCandidate: "#4493f8",
            .byControl: "#ab7df8", .skipped: "#4a525c", .mismatched: "#f85149", .candidateFailed: "#db6d28",
            .timedOut: "#d29922", .fellBack: "#db61a2", .noise: "#5f8797", .lost: "#9198a1",
            .matchedFailure: "#5c4547", .notComparable: "#30363d", .controlFailed: "#8957e5", .unended: "#e6edf3",
        ]
    )
}
