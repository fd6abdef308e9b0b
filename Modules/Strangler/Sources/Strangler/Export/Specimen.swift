import Foundation

/// One complete mismatched run, in the texts that a comparison stores.
struct Specimen: Codable, Hashable, Sendable {
    let input: String
    let control: [String]
    let candidate: [String]
}

/// Writes the parts of a run that may be stored.
struct SpecimenWriter<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// The maximum size in bytes. Part of a specimen is useless, so a longer one is left out instead of cut.
    private static var longest: Int { 65_536 }

    let input: @Sendable (Input) throws -> String
    let answer: @Sendable (Result<Output, Failure>) throws -> [String]

    func recorded(
        _ input: Input,
        control: Result<Output, Failure>,
        candidate: Result<Output, Failure>
    ) -> Recorded {
        do {
            let specimen = Specimen(
                input: try self.input(input),
                control: try answer(control),
                candidate: try answer(candidate)
            )
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let json = try encoder.encode(specimen)
            return json.count <= Self.longest ? .text(String(decoding: json, as: UTF8.self)) : .withheld
        } catch {
            return .redactionFailed
        }
    }
}

extension Comparison {
    /// Returns the outcome with a specimen of the run, if it is a mismatch and specimens are stored.
    func keeping(
        _ outcome: Outcome,
        _ input: Input,
        control: Result<Output, Failure>,
        candidate: Result<Output, Failure>
    ) -> Outcome {
        guard let specimens, case .mismatched(let difference) = outcome else { return outcome }
        // What the redactor refused as a part must not be stored as a whole.
        let isRefused = [difference.control, difference.candidate].contains(.redactionFailed)
        let specimen =
            isRefused ? .redactionFailed : specimens.recorded(input, control: control, candidate: candidate)
        return .mismatched(difference.with(specimen: specimen))
    }
}
