/// A comparison of control with itself, which measures the differences from noise alone: two correct calls a moment apart may
/// differ.
///
/// Only a plan that calibrates beside its comparison measures the noise of the same hours and subjects, so only that is taken off
/// by a verdict.
public enum Calibration {
    /// Returns the name of the calibration beside an operation's comparison in the journal: `orders (calibration)`.
    public static func operation(of name: String) -> String {
        "\(name) (calibration)"
    }

    /// Returns the name of a calibration apart from the comparison in the journal: `orders (calibration apart)`.
    public static func apart(of name: String) -> String {
        "\(name) (calibration apart)"
    }

    /// Returns the names under which a journal has what is about an operation.
    package static func operations(of name: String) -> [String] {
        [name, operation(of: name), apart(of: name)]
    }
}

extension Handover {
    /// Returns the same operation with control on both sides and the same comparison, recorded under a name of its own. Results
    /// that do not match there are noise of the operation.
    ///
    /// It shows whether a comparison is quiet enough to begin with. A verdict takes nothing of it off, because the noise of
    /// another time is another; for that the plan is `compare 10% calibrating 2%`. Call it in the same way as the operation. It
    /// has a plan of its own, a comparison of `sample`, and stores no specimens.
    public func calibration(sample: Share = .all) -> Handover {
        calibrated(by: Calibration.apart(of: name), sample)
    }
}
