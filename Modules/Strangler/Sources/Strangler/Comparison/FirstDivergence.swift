extension Divergence {
    /// Returns the first difference that a walk through both values finds, depth first in the order of declaration.
    ///
    /// Parts that are `Equatable` are compared with `==`; other parts are compared by their own parts. Lists and dictionaries
    /// of different sizes differ in `count`. Types of the standard library and Foundation are not taken apart. A part without
    /// parts and without `==`, such as a closure, counts as the same, and so does everything more than 32 levels deep.
    ///
    /// `root` is the first step of the path: none for a value, `error` for an error.
    public static func first<Value>(control: Value, candidate: Value, root: String? = nil) -> Divergence? {
        Walk(steps: root.map { [.field($0)] } ?? []).difference(control, candidate)
    }
}

/// A walk through two values at the same time, at one place of both.
private struct Walk {
    var steps: [Divergence.Step]
    var depth = 0

    func difference(_ control: Any, _ candidate: Any) -> Divergence? {
        guard depth <= 32 else { return nil }
        let sides = (Mirror(reflecting: control), Mirror(reflecting: candidate))
        if sides.0.displayStyle == .optional || sides.1.displayStyle == .optional {
            return unwrapped(control, candidate, sides)
        }
        guard type(of: control) == type(of: candidate) else { return here(control, candidate) }
        switch equal(control, candidate) {
        case true?: return nil
        case false?: return inside(control, candidate, sides) ?? here(control, candidate)
        case nil: return inside(control, candidate, sides)
        }
    }

    private func here(_ control: Any, _ candidate: Any) -> Divergence {
        Divergence(steps: steps, control: control, candidate: candidate)
    }

    private func into(_ step: Divergence.Step) -> Walk {
        Walk(steps: steps + [step], depth: depth + 1)
    }

    private func unwrapped(_ control: Any, _ candidate: Any, _ sides: (Mirror, Mirror)) -> Divergence? {
        let values = (payload(control, sides.0), payload(candidate, sides.1))
        switch values {
        case (nil, nil): return nil
        case (let control?, let candidate?): return Walk(steps: steps, depth: depth + 1).difference(control, candidate)
        case (let control, let candidate): return here(control ?? absent, candidate ?? absent)
        }
    }

    private func payload(_ value: Any, _ mirror: Mirror) -> Any? {
        mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    private func inside(_ control: Any, _ candidate: Any, _ sides: (Mirror, Mirror)) -> Divergence? {
        switch sides.0.displayStyle {
        case .collection: return elements(sides)
        case .dictionary: return entries(control, candidate)
        case .set: return members(control, candidate)
        case .enum: return payloads(control, candidate, sides)
        default: return isOpaque(control) ? nil : fields(sides)
        }
    }

    private func fields(_ sides: (Mirror, Mirror)) -> Divergence? {
        if let above = sides.0.superclassMirror, let other = sides.1.superclassMirror,
            let found = fields((above, other))
        {
            return found
        }
        for (number, pair) in zip(sides.0.children, sides.1.children).enumerated() {
            // A tuple's parts are labelled ".0".
            let label = pair.0.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? String(number)
            if let found = into(.field(label)).difference(pair.0.value, pair.1.value) { return found }
        }
        return nil
    }

    private func payloads(_ control: Any, _ candidate: Any, _ sides: (Mirror, Mirror)) -> Divergence? {
        switch (sides.0.children.first, sides.1.children.first) {
        case (let one?, let other?) where one.label == other.label:
            into(.field(one.label ?? "")).difference(one.value, other.value)
        case (nil, nil):
            // A case without a payload has no parts: only its name can be compared.
            String(describing: control) == String(describing: candidate) ? nil : here(control, candidate)
        default: here(control, candidate)
        }
    }

    private func elements(_ sides: (Mirror, Mirror)) -> Divergence? {
        if let found = counts(sides.0.children.count, sides.1.children.count) { return found }
        for (index, pair) in zip(sides.0.children, sides.1.children).enumerated() {
            if let found = into(.index(index)).difference(pair.0.value, pair.1.value) { return found }
        }
        return nil
    }

    private func entries(_ control: Any, _ candidate: Any) -> Divergence? {
        guard let control = control as? [AnyHashable: Any], let candidate = candidate as? [AnyHashable: Any] else {
            return nil
        }
        if let found = counts(control.count, candidate.count) { return found }
        // In the order of their descriptions, so that "first" has the same meaning in every process.
        for key in control.keys.sorted(by: { String(describing: $0) < String(describing: $1) }) {
            let step = into(.key(key.base))
            let (value, other) = (control[key] ?? absent, candidate[key] ?? absent)
            if let found = step.difference(value, other) { return found }
        }
        return nil
    }

    private func members(_ control: Any, _ candidate: Any) -> Divergence? {
        guard let control = control as? Set<AnyHashable>, let candidate = candidate as? Set<AnyHashable> else {
            return nil
        }
        if let found = counts(control.count, candidate.count) { return found }
        let missing = control.subtracting(candidate).min { String(describing: $0) < String(describing: $1) }
        return missing.map { into(.key($0.base)).here($0.base, absent) }
    }

    private func counts(_ control: Int, _ candidate: Int) -> Divergence? {
        control == candidate ? nil : into(.field("count")).here(control, candidate)
    }

    private var absent: Any {
        Any?.none as Any
    }

    private func equal(_ control: Any, _ candidate: Any) -> Bool? {
        guard let control = control as? any Equatable else { return nil }
        return control.isSame(as: candidate)
    }

    /// Returns whether the parts of a value mean nothing to a reader: a date's seconds, a decimal's mantissa.
    private func isOpaque(_ value: Any) -> Bool {
        let name = String(reflecting: type(of: value))
        return ["Swift.", "Foundation.", "FoundationEssentials.", "__C."].contains { name.hasPrefix($0) }
    }
}

extension Equatable {
    /// Returns whether the other value is of this type and equal.
    func isSame(as other: Any) -> Bool {
        (other as? Self) == self
    }
}
