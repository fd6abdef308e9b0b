import Testing

@testable import Strangler

@Suite("Buckets of a rollout")
struct BucketTests {
    /// Computed by another implementation and published in `docs/strangler/records.md`.
    static let vectors: [(salt: String, subject: String, bucket: Int)] = [
        ("", "", 2_267),
        ("orders", "", 4_957),
        ("", "1", 6_018),
        ("orders", "1", 5_397),
        ("orders", "2", 4_162),
        ("orders", "user-42", 831),
        ("addresses", "user-42", 5_559),
        ("orders", "\u{fc}", 4_807),
        ("orders", "u\u{308}", 2_817),
        ("orders", "\u{5d0}\u{1f600}", 9_273),
        ("a", "bc", 2_375),
        ("ab", "c", 5_309),
        ("orders", String(repeating: "x", count: 1_000), 3_403),
    ]

    @Test("The published vectors hold", arguments: vectors)
    func vector(salt: String, subject: String, bucket: Int) {
        #expect(Bucket.of(subject, salt: salt) == bucket)
    }

    @Test("Who is inside a share is inside every larger one")
    func monotonic() {
        let shares = [0, 1, 1_000, 2_500, 5_000, 9_999, 10_000].map(Share.init(unchecked:))
        for subject in 0..<2_000 {
            let bucket = Bucket.of(String(subject), salt: "orders")
            let inside = shares.map { $0.contains(bucket: bucket) }
            #expect(inside == inside.sorted { !$0 && $1 })
            #expect(inside.first == false && inside.last == true)
        }
    }

    /// The 99.9% quantile of chi-squared with 99 degrees of freedom is 148.2.
    @Test("Subjects spread evenly", arguments: ["orders", "addresses", ""])
    func spread(salt: String) {
        var counts = [Int](repeating: 0, count: 100)
        for subject in 0..<100_000 { counts[Bucket.of("user-\(subject)", salt: salt) / 100] += 1 }
        let chiSquared = counts.reduce(0.0) { $0 + (Double($1) - 1_000) * (Double($1) - 1_000) / 1_000 }
        #expect(chiSquared < 148.2)
    }

    @Test("The rollouts of two salts share no more subjects than chance has it")
    func independence() {
        let both = (0..<100_000).count { subject in
            Bucket.of("\(subject)", salt: "orders") < 1_000 && Bucket.of("\(subject)", salt: "addresses") < 1_000
        }
        // 1,000 expected, standard deviation about 31.
        #expect((880...1_120).contains(both))
    }
}
