/// A place where two values differ, with both values before redaction. It is never stored.
public struct Divergence {
    let steps: [Step]
    let control: Any
    let candidate: Any

    /// Creates a difference that was found by other means than `first(control:candidate:)`. The path is recorded unchanged, so
    /// it must not contain data.
    public init(path: String, control: Any, candidate: Any) {
        self.init(steps: [.field(path)], control: control, candidate: candidate)
    }

    init(steps: [Step], control: Any, candidate: Any) {
        self.steps = steps
        self.control = control
        self.candidate = candidate
    }

    /// One step from a value to a part of it.
    enum Step {
        case field(String)
        case index(Int)
        /// A key of a dictionary or a member of a set: data, which only a redactor may write.
        case key(Any)
    }

    /// Returns the record of this place. If the redactor throws for either side, or for a key, the record contains nothing.
    func difference(_ kind: Difference.Kind, by redactor: Redactor) -> Difference {
        guard let path = path(by: redactor) else { return .redactionFailed(kind) }
        let texts = (redactor.recorded(path, control), redactor.recorded(path, candidate))
        guard texts.0 != .redactionFailed, texts.1 != .redactionFailed else { return .redactionFailed(kind) }
        return Difference(kind: kind, path: path, control: texts.0, candidate: texts.1)
    }

    private func path(by redactor: Redactor) -> String? {
        var path = ""
        for step in steps {
            switch step {
            case .field(let name): path += path.isEmpty ? name : "." + name
            case .index(let index): path += "[\(index)]"
            case .key(let key):
                switch redactor.recorded(path + "[key]", key) {
                case .text(let text): path += "[\(text)]"
                case .withheld: path += "[…]"
                case .redactionFailed: return nil
                }
            }
        }
        return path.isEmpty ? "self" : path
    }
}

extension Difference {
    fileprivate static func redactionFailed(_ kind: Kind) -> Difference {
        Difference(kind: kind, control: .redactionFailed, candidate: .redactionFailed)
    }
}
