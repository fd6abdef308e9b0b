/// One of 65,536 classes to which a hash assigns subjects.
///
/// Records contain the class instead of the subject. The class distinguishes one subject's runs from those of most others
/// without revealing the subject: in a large population many subjects share a class.
public struct SubjectClass: Hashable, Sendable, Codable {
    /// The number of the class, 0 to 65,535.
    public let number: Int

    /// The number of classes.
    public static let count = 65_536

    /// Creates the class of a subject. It is independent of the subject's bucket in a rollout.
    public init(of subject: String) {
        number = Int(Bucket.hash(subject, salt: "subject class") >> 48)
    }

    /// Creates a class from its number. Only the lowest 16 bits are used.
    public init(number: Int) {
        self.number = number & (SubjectClass.count - 1)
    }

    /// Reads the number.
    public init(from decoder: any Decoder) throws {
        self.init(number: try decoder.singleValueContainer().decode(Int.self))
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
