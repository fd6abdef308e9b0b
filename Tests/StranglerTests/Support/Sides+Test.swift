import Foundation

@testable import Strangler

extension Sides {
    /// The sides of hand-overs under test.
    static let test = sides(control: Identity("old", version: "1"), candidate: Identity("new", version: "1"))

    static func sides(control: Identity, candidate: Identity) -> Sides {
        do {
            return try Sides(control: control, candidate: candidate)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Origin {
    static func test(_ operation: String) -> Origin {
        Origin(operation: operation, sides: .test)
    }
}

extension Evidence {
    /// Creates tallies from the entries of one operation.
    init(_ entries: some Sequence<Entry>, operation: String) {
        self = Evidence(entries).of(operation)
    }
}

extension Entry {
    /// Returns one comparison for each of a number of subjects, from a number on.
    static func comparisons(
        _ outcome: Outcome,
        _ count: Int,
        from first: Int = 0,
        of operation: String = "numbers",
        sides: Sides = .test,
        date: Date = Stage.today
    ) -> [Entry] {
        (first..<first + count).map { number in
            Entry(
                operation: operation,
                sides: sides,
                subject: SubjectClass(number: number),
                date: date,
                fact: .compared(outcome)
            )
        }
    }

    /// Returns the same for a calibration.
    static func calibrations(_ outcome: Outcome, _ count: Int, from first: Int = 0) -> [Entry] {
        comparisons(
            outcome,
            count,
            from: first,
            of: Calibration.operation(of: "numbers"),
            sides: Sides.test.calibration
        )
    }
}
