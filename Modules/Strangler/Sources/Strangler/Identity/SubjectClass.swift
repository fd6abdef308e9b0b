/// One of 65,536 classes that subjects fall into by a hash.
///
/// Records hold the class in place of the subject. It tells one subject's runs from those of most others without
/// telling who the subject is: in a large population many subjects share a class.
public struct SubjectClass: Hashable, Sendable, Codable {
    /// The number of the class, 0 to 65,535.
    public let number: Int

    /// How many classes there are.
    public static let count = 65_536

    /// The class of a subject. It has nothing to do with the subject's bucket in a rollout.
    public init(of subject: String) {
        number = Int(Bucket.hash(subject, salt: "subject class") >> 48)
    }

    /// A class by its number, of which only the lowest 16 bits count.
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
