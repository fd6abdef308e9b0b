/// A comparison of control with itself, which measures the differences from noise alone: two correct calls a moment apart may
/// differ.
public enum Calibration {
    /// Returns the name of an operation's calibration in the journal: `orders (calibration)`.
    public static func operation(of name: String) -> String {
        "\(name) (calibration)"
    }
}

extension Handover {
    /// Returns the same operation with control on both sides and the same comparison, recorded under the name of its
    /// calibration. Results that do not match there are noise of the operation, which a `Verdict` takes into account.
    ///
    /// Call it in the same way as the operation, with inputs like those of the comparison and before it. It has a plan of its
    /// own, a comparison of `sample`, and stores no specimens.
    public func calibration(sample: Share = .all) -> Handover {
        calibrated(by: Calibration.operation(of: name), sample)
    }
}
