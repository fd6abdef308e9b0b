/// One of 1,048,576 classes to which a hash assigns subjects.
///
/// Records contain the class instead of the subject. The class distinguishes one subject's runs from those of most others
/// without revealing the subject: in a large population several subjects share a class.
///
/// Earlier versions had 65,536 classes, each of them 16 of these. Their numbers are below 65,536 and these above, so
/// that what they wrote can be read and joined (`SubjectSet` counts both).
public struct SubjectClass: Hashable, Sendable, Codable {
    /// The number of the class: from 65,536 on, or below in records of an earlier version.
    public let number: Int

    /// The number of classes.
    public static let count = 1 << 20
    /// The number of classes of earlier versions.
    static let formerCount = 1 << 16
    /// The numbers of all classes.
    package static let numbers = 0..<formerCount + count

    /// Returns the numbers of the classes that a class of an earlier version is made of; none if it isn't one.
    static func parts(of number: Int) -> Range<Int> {
        guard 0..<formerCount ~= number else { return 0..<0 }
        return formerCount + number * 16..<formerCount + number * 16 + 16
    }

    /// Creates the class of a subject. It is independent of the subject's bucket in a rollout.
    public init(of subject: String) {
        number = SubjectClass.formerCount + Int(Bucket.hash(subject, salt: "subject class") >> 44)
    }

    /// Creates a class from its number. A number that no class has is brought into the range of the newer ones.
    public init(number: Int) {
        let isKnown = SubjectClass.numbers.contains(number)
        self.number = isKnown ? number : SubjectClass.formerCount + (number & (SubjectClass.count - 1))
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
