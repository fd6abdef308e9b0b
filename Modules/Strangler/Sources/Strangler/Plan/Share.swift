/// A part of the traffic, in steps of one hundredth of a percent: from 0 (nobody) to 10,000 basis points (everybody).
public struct Share: Hashable, Sendable, Comparable {
    /// The share in hundredths of a percent, 0 to 10,000.
    public let basisPoints: Int

    /// A share of nobody.
    public static let none = Share(unchecked: 0)
    /// A share of everybody.
    public static let all = Share(unchecked: whole)

    static let whole = 10_000

    /// Creates a share from hundredths of a percent. Returns nil outside 0 to 10,000.
    public init?(basisPoints: Int) {
        guard (0...Share.whole).contains(basisPoints) else { return nil }
        self.init(unchecked: basisPoints)
    }

    /// Creates a share from percent, rounded to a hundredth. Returns nil outside 0 to 100.
    public init?(percent: Double) {
        guard (0...100).contains(percent) else { return nil }
        self.init(unchecked: Int((percent * 100).rounded()))
    }

    /// Creates a share from a part of one, rounded to a ten-thousandth. Returns nil outside 0 to 1.
    public init?(fraction: Double) {
        guard (0...1).contains(fraction) else { return nil }
        self.init(unchecked: Int((fraction * 10_000).rounded()))
    }

    /// Returns a share from a literal. Traps outside 0 to 100; for a value from outside the program, use an initializer.
    public static func percent(_ percent: Int) -> Share {
        precondition((0...100).contains(percent), "a share is 0 to 100 percent")
        return Share(unchecked: percent * 100)
    }

    init(unchecked basisPoints: Int) {
        self.basisPoints = basisPoints
    }

    /// Orders shares by their traffic.
    public static func < (left: Share, right: Share) -> Bool {
        left.basisPoints < right.basisPoints
    }

    /// Returns whether a bucket from 0 to 9,999 is in the share. A bucket in a share is in every larger one.
    public func contains(bucket: Int) -> Bool {
        bucket < basisPoints
    }
}

extension Share: LosslessStringConvertible {
    /// The share in percent, as short as it is exact: `25%`, `0.5%`, `12.34%`.
    public var description: String {
        let (whole, rest) = basisPoints.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return "\(whole)%" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
    }

    /// Reads only what `description` writes.
    public init?(_ description: String) {
        guard description.last == "%", let percent = Double(description.dropLast()),
            let share = Share(percent: percent), share.description == description
        else { return nil }
        self = share
    }
}
