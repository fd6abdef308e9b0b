import SeamKit
import Yams

extension Configuration {
    /// How many uses of a singleton may be left, and when: `AccountManager: {uses: 0, by: 2027-03-31}`.
    public struct Goal: Sendable, Equatable {
        /// The singleton.
        public var singleton: Name
        /// The number of uses that may be left then.
        public var uses: Int
        /// The day, as `2027-03-31`.
        public var by: String
        /// Whether `seam check` fails after that day if more are left.
        public var fails = false
    }

    static func goals(in node: Node, reader: YAMLReader) -> [Goal] {
        reader.entries(of: node, in: "goals").compactMap { name, value in
            let place = "goal `\(name.text)`"
            let fields = reader.fields(of: value, known: ["uses", "by", "fails"], in: place)
            let uses = fields["uses"].map { reader.number(of: $0, in: "`uses` of \(place)") } ?? 0
            guard let day = fields["by"].flatMap({ reader.text(of: $0, in: "`by` of \(place)") }) else {
                if fields["by"] == nil { reader.report(line: name.line, message: "\(place) does not say `by` when") }
                return nil
            }
            guard day.wholeMatch(of: /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/) != nil else {
                reader.report(line: name.line, message: "`by` of \(place) must be a day such as 2027-03-31")
                return nil
            }
            let fails = fields["fails"].map { reader.isTrue($0, in: "`fails` of \(place)") } ?? false
            guard let uses, uses >= 0 else {
                if let uses, uses < 0 {
                    reader.report(line: name.line, message: "`uses` of \(place) must be 0 or more")
                }
                return nil
            }
            return Goal(singleton: name, uses: uses, by: day, fails: fails)
        }
    }

    /// Reads what is left on purpose: types or members, where, and why.
    static func left(in node: Node, reader: YAMLReader) -> [Restriction] {
        let left = restrictions(node, in: "left", reader: reader)
        for entry in left where entry.because == nil {
            reader.report(
                line: entry.subject.line,
                message: "`\(entry.subject.text)` in left does not say `because` of what"
            )
        }
        return left
    }
}
