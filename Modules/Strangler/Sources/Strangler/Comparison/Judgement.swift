extension Comparison {
    /// Returns the outcome of two results that both exist.
    ///
    /// The order matters: first whether they can be compared, then whether they are the same, then the rules for accepted
    /// differences, then the kind of difference.
    ///
    /// - Parameter isFault: Returns whether an error is a failure. Other errors that both sides have count as results.
    func outcome(
        _ input: Input,
        control: Result<Output, Failure>,
        candidate: Result<Output, Failure>,
        isFault: (Failure) -> Bool,
        redactor: Redactor
    ) -> Outcome {
        if let reason = first(of: exclusions, input, control, candidate) { return .notComparable(reason: reason) }
        do {
            if try same(control, candidate) {
                guard case .failure(let failure) = control, isFault(failure) else { return .matched }
                return .matchedFailure
            }
        } catch {
            return ignored(input, control, candidate)
                ?? .mismatched(.oneSided(.comparisonFailed, "comparison", error, by: redactor))
        }
        return ignored(input, control, candidate) ?? different(control, candidate, redactor)
    }

    private func same(_ control: Result<Output, Failure>, _ candidate: Result<Output, Failure>) throws -> Bool {
        switch (control, candidate) {
        case (.success(let control), .success(let candidate)): try values(control, candidate)
        case (.failure(let control), .failure(let candidate)): try errors(control, candidate)
        default: false
        }
    }

    private func ignored(
        _ input: Input,
        _ control: Result<Output, Failure>,
        _ candidate: Result<Output, Failure>
    ) -> Outcome? {
        first(of: rules, input, control, candidate).map { .ignored(rule: $0) }
    }

    private func first(
        of rules: [IgnoreRule<Input, Output, Failure>],
        _ input: Input,
        _ control: Result<Output, Failure>,
        _ candidate: Result<Output, Failure>
    ) -> String? {
        // A rule that throws covers nothing: a difference that can't be judged stays visible.
        rules.first { (try? $0.covers(input, control, candidate)) ?? false }?.name
    }

    private func different(
        _ control: Result<Output, Failure>,
        _ candidate: Result<Output, Failure>,
        _ redactor: Redactor
    ) -> Outcome {
        switch (control, candidate) {
        case (.success(let control), .success(let candidate)):
            // If the locator throws, the difference has no place, but it is still recorded.
            let place = (try? locate(control, candidate)) ?? nil
            return .mismatched(.located(.values, place, by: redactor))
        case (.failure(let control), .failure(let candidate)):
            let place = Divergence.first(control: control, candidate: candidate, root: "error")
            return .mismatched(.located(.errors, place, by: redactor))
        case (.failure(let control), .success):
            return .mismatched(.oneSided(.controlFailed, "error", control, by: redactor))
        case (.success, .failure(let candidate)):
            return .candidateFailed(redactor.recorded("error", candidate))
        }
    }
}

extension Difference {
    fileprivate static func located(_ kind: Kind, _ place: Divergence?, by redactor: Redactor) -> Difference {
        place?.difference(kind, by: redactor) ?? Difference(kind: .unlocated)
    }

    fileprivate static func oneSided(
        _ kind: Kind,
        _ path: String,
        _ error: any Error,
        by redactor: Redactor
    ) -> Difference {
        let text = redactor.recorded(path, error)
        return Difference(kind: kind, path: text == .redactionFailed ? "" : path, control: text)
    }
}
