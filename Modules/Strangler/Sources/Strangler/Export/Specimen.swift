import Foundation

/// One mismatched run as a whole, in the texts that a comparison keeps of it.
struct Specimen: Codable, Hashable, Sendable {
    let input: String
    let control: [String]
    let candidate: [String]
}

/// Writes what may be kept of a run.
struct SpecimenWriter<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// In bytes. A part of a specimen is worth nothing, so that a longer one is not cut but left out.
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
    /// The outcome with a specimen of the run, if it is a mismatch and specimens are kept.
    func keeping(
        _ outcome: Outcome,
        _ input: Input,
        control: Result<Output, Failure>,
        candidate: Result<Output, Failure>
    ) -> Outcome {
        guard let specimens, case .mismatched(let difference) = outcome else { return outcome }
        // What the redactor could not let through as a part must not get through as a whole.
        let isRefused = [difference.control, difference.candidate].contains(.redactionFailed)
        let specimen =
            isRefused ? .redactionFailed : specimens.recorded(input, control: control, candidate: candidate)
        return .mismatched(difference.with(specimen: specimen))
    }
}
