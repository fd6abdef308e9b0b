public import Foundation

extension Evidence {
    /// A response that is not from Prometheus, or has a series that lacks a label.
    public struct UnreadableAnswer: Error, Hashable, Sendable {}

    /// Reads the evidence that `MetricsJournal(evidence: true)` of any number of processes has reported, from Prometheus.
    ///
    /// Query `max_over_time(strangler_evidence[30d])` at `/api/v1/query`, with a range as long as the period of a rule plus the
    /// time since the comparison began. `max_over_time` also finds processes that have ended.
    ///
    /// - Parameter answer: The body of the response, in JSON.
    public init(prometheus answer: Data) throws {
        let answer = try JSONDecoder().decode(PrometheusAnswer.self, from: answer)
        guard answer.status == "success" else { throw UnreadableAnswer() }
        self.init()
        for series in answer.data.result {
            for tally in try series.tallies() {
                guard tally.isPossible else { throw UnreadableAnswer() }
                join(tally)
            }
        }
    }
}

/// The response of Prometheus to a query.
private struct PrometheusAnswer: Decodable {
    struct Body: Decodable {
        let result: [Series]
    }

    let status: String
    let data: Body
}

/// One series with its newest value.
private struct Series: Decodable {
    private enum Keys: CodingKey { case metric, value }

    let labels: [String: String]
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        labels = try container.decode([String: String].self, forKey: .metric)
        var pair = try container.nestedUnkeyedContainer(forKey: .value)
        _ = try pair.decode(Double.self)
        guard let value = Double(try pair.decode(String.self)), value >= 0, value <= 0x1p53 else {
            throw Evidence.UnreadableAnswer()
        }
        self.value = value
    }

    func tallies() throws -> [Tally] {
        guard let writer = labels["writer"], let operation = labels["operation"],
            let kind = labels["kind"].flatMap(Tally.Kind.init(rawValue:)), let day = labels["day"].flatMap({ Int($0) }),
            let word = labels["word"].flatMap({ Int($0) }),
            // What is multiplied below can't overflow.
            abs(Double(day)) < 1e9, abs(Double(word)) < 1e9
        else { throw Evidence.UnreadableAnswer() }
        // Prometheus omits labels with empty values.
        var key = Tally.Key(
            writer: writer,
            operation: operation,
            sides: Sides(recordedControl: identity("control"), candidate: identity("candidate")),
            start: day * 86_400,
            kind: kind,
            detail: labels["detail"] ?? "",
            number: word
        )
        guard kind.isOfSubjects else { return [Tally(key: key, count: Int(value))] }
        let bits = UInt64(value)
        return (0..<32).filter { bits & (1 << UInt64($0)) != 0 }.map { bit in
            // Word -1 contains runs without a subject class.
            key.number = word < 0 ? -1 : word * 32 + bit
            return Tally(key: key, count: 1)
        }
    }

    private func identity(_ side: String) -> Identity? {
        guard let name = labels[side] else { return nil }
        return Identity(name, version: labels[side + "_version"] ?? "", server: labels[side + "_server"] ?? "")
    }
}
