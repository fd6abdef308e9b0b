/// Control compared with itself, to learn what noise alone gives: two calls a moment apart may differ honestly.
public enum Calibration {
    /// What the journal calls the calibration of an operation: `orders (calibration)`.
    public static func operation(of name: String) -> String {
        "\(name) (calibration)"
    }
}

extension Handover {
    /// The same operation with control on both sides and the same comparison, recorded under the name of its
    /// calibration. What does not match there is noise of the operation, which a `Verdict` takes into account.
    ///
    /// Call it as the operation is called, with inputs like those of the comparison and before it. It has a plan of its
    /// own, a comparison of `sample`, and keeps no specimens.
    public func calibration(sample: Share = .all) -> Handover {
        calibrated(by: Calibration.operation(of: name), sample)
    }
}
