import Testing

@testable import Strangler

/// One row of the table: the two sides, how they are compared, and the expected outcome.
struct CompareRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let control: Result<Int, Trouble>
    let candidate: Result<Int, Trouble>
    var values: Comparison<Int, Int, Trouble>.Values = { $0 == $1 }
    var errors: Comparison<Int, Int, Trouble>.Errors = { $0 == $1 }
    var rules: [IgnoreRule<Int, Int, Trouble>] = []
    var locate: Comparison<Int, Int, Trouble>.Locate = { Divergence.first(control: $0, candidate: $1) }
    var redactor = Redactor.unredacted
    let outcome: Outcome

    static let all: [CompareRow] = [
        CompareRow(
            testDescription: "both answer alike",
            control: .success(1),
            candidate: .success(1),
            outcome: .matched
        ),
        CompareRow(
            testDescription: "both answer, differently",
            control: .success(1),
            candidate: .success(2),
            outcome: .mismatched(
                Difference(kind: .values, path: "self", control: .text("1"), candidate: .text("2"))
            )
        ),
        CompareRow(
            testDescription: "both answer alike by a comparison of one's own",
            control: .success(1),
            candidate: .success(11),
            values: { $0 % 10 == $1 % 10 },
            outcome: .matched
        ),
        CompareRow(
            testDescription: "control throws, the candidate answers",
            control: .failure(.broken),
            candidate: .success(1),
            outcome: .mismatched(
                Difference(kind: .controlFailed, path: "error", control: .text("broken"))
            )
        ),
        CompareRow(
            testDescription: "control answers, the candidate throws",
            control: .success(1),
            candidate: .failure(.broken),
            outcome: .candidateFailed(.text("broken"))
        ),
        CompareRow(
            testDescription: "both throw alike",
            control: .failure(.broken),
            candidate: .failure(.broken),
            outcome: .matchedFailure
        ),
        CompareRow(
            testDescription: "both throw, differently",
            control: .failure(.broken),
            candidate: .failure(.refused),
            outcome: .mismatched(
                Difference(kind: .errors, path: "error", control: .text("broken"), candidate: .text("refused"))
            )
        ),
        CompareRow(
            testDescription: "both throw alike by a comparison of one's own",
            control: .failure(.broken),
            candidate: .failure(.refused),
            errors: { _, _ in true },
            outcome: .matchedFailure
        ),
        CompareRow(
            testDescription: "the comparison of values throws",
            control: .success(1),
            candidate: .success(1),
            values: { _, _ in throw Thrown() },
            outcome: .mismatched(
                Difference(kind: .comparisonFailed, path: "comparison", control: .text("Thrown()"))
            )
        ),
        CompareRow(
            testDescription: "the comparison of errors throws",
            control: .failure(.broken),
            candidate: .failure(.broken),
            errors: { _, _ in throw Thrown() },
            outcome: .mismatched(
                Difference(kind: .comparisonFailed, path: "comparison", control: .text("Thrown()"))
            )
        ),
        CompareRow(
            testDescription: "a rule covers the difference, and the first one that does names it",
            control: .success(1),
            candidate: .success(2),
            rules: [
                IgnoreRule("never") { _, _, _ in false },
                IgnoreRule("small") { input, control, candidate in
                    input == 7 && control == .success(1) && candidate == .success(2)
                },
                IgnoreRule("always") { _, _, _ in true },
            ],
            outcome: .ignored(rule: "small")
        ),
        CompareRow(
            testDescription: "a rule covers a failing candidate",
            control: .success(1),
            candidate: .failure(.unknownUser),
            rules: [IgnoreRule("new users") { _, _, candidate in candidate == .failure(.unknownUser) }],
            outcome: .ignored(rule: "new users")
        ),
        CompareRow(
            testDescription: "a rule is not asked where nothing differs",
            control: .success(1),
            candidate: .success(1),
            rules: [IgnoreRule("always") { _, _, _ in true }],
            outcome: .matched
        ),
        CompareRow(
            testDescription: "a rule throws",
            control: .success(1),
            candidate: .failure(.broken),
            rules: [IgnoreRule("throws") { _, _, _ in throw Thrown() }],
            outcome: .candidateFailed(.text("broken"))
        ),
        CompareRow(
            testDescription: "finding the place throws",
            control: .success(1),
            candidate: .success(2),
            locate: { _, _ in throw Thrown() },
            outcome: .mismatched(Difference(kind: .unlocated))
        ),
        CompareRow(
            testDescription: "the redactor throws for values",
            control: .success(1),
            candidate: .success(2),
            redactor: Redactor { _, _ in throw Thrown() },
            outcome: .mismatched(
                Difference(kind: .values, control: .redactionFailed, candidate: .redactionFailed)
            )
        ),
        CompareRow(
            testDescription: "the redactor throws for one side only",
            control: .success(1),
            candidate: .success(2),
            redactor: Redactor { _, value in
                if value as? Int == 2 { throw Thrown() }
                return "\(value)"
            },
            outcome: .mismatched(
                Difference(kind: .values, control: .redactionFailed, candidate: .redactionFailed)
            )
        ),
        CompareRow(
            testDescription: "the redactor throws for an error",
            control: .success(1),
            candidate: .failure(.broken),
            redactor: Redactor { _, _ in throw Thrown() },
            outcome: .candidateFailed(.redactionFailed)
        ),
        CompareRow(
            testDescription: "the redactor throws for control's error",
            control: .failure(.broken),
            candidate: .success(1),
            redactor: Redactor { _, _ in throw Thrown() },
            outcome: .mismatched(Difference(kind: .controlFailed, control: .redactionFailed))
        ),
        CompareRow(
            testDescription: "nothing may be recorded",
            control: .success(1),
            candidate: .success(2),
            redactor: .withholding,
            outcome: .mismatched(Difference(kind: .values, path: "self"))
        ),
    ]
}
