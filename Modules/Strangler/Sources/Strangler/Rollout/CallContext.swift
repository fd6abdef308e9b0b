/// The context of a hand-over's calls.
struct CallContext<Input: Sendable>: Sendable {
    let subject: @Sendable (Input) -> String
    let target: @Sendable (Input) -> Side?
    let labels: (@Sendable (Input) -> [String: String])?

    /// Returns the labels of a call, as far as they may be recorded: at most eight, each of at most 64 characters.
    func labels(_ input: Input, by redactor: Redactor) -> [String: String] {
        guard let labels else { return [:] }
        var recorded: [String: String] = [:]
        for (name, value) in labels(input).sorted(by: { $0.key < $1.key }).prefix(8) {
            guard case .text(let text) = redactor.recorded("label.\(name)", value) else { continue }
            recorded[name] = String(text.prefix(64))
        }
        return recorded
    }
}
