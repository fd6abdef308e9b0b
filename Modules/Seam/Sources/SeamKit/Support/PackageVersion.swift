/// The version of this package, which both programs print. `Distribution/cut-version` sets it; it is written nowhere else.
public enum PackageVersion {
    /// Major, minor and patch number: `0.1.0`.
    public static let current = "0.1.0"
}
