import Foundation
import Testing

@testable import Strangler

@Suite("Subject classes")
struct SubjectSetTests {
    private func set(_ numbers: some Sequence<Int>) -> SubjectSet {
        numbers.reduce(into: SubjectSet()) { $0.insert($1) }
    }

    @Test("A subject has one of 1,048,576 classes, each a sixteenth of one of an earlier version")
    func classes() {
        for number in 0..<1_000 {
            let found = SubjectClass(of: "user \(number)").number
            #expect((65_536..<65_536 + 1_048_576).contains(found))
            // Earlier versions took fewer bits of the same hash.
            let former = Int(Bucket.hash("user \(number)", salt: "subject class") >> 48)
            #expect(SubjectClass.parts(of: former).contains(found))
        }
        #expect(SubjectClass.parts(of: 65_536).isEmpty)
        #expect(SubjectClass(number: 7).number == 7)
        #expect(SubjectClass.numbers.contains(SubjectClass(number: 65_536 + 1_048_576).number))
    }

    @Test(
        "Sets are written in few bytes and read back, however many classes they have",
        arguments: [0, 1, 4_097, 60_000]
    )
    func bytes(count: Int) throws {
        let all = set((0..<count).map { 65_536 + $0 * 17 } + [-1])
        #expect(try #require(SubjectSet(all.data)) == all)
        #expect(all.count == count + 1 && all.data.count <= min(count * 3, 139_264) + 1)
        #expect(all.numbers.count == count + 1)
    }

    @Test("What an earlier version wrote is read: two bytes for each class, or the bits of all")
    func former() throws {
        #expect(try #require(SubjectSet(Data([1, 7, 0, 0, 1]))) == set([-1, 7, 256]))
        var bits = Data(count: 8_193)
        (bits[0], bits[1], bits[8_192]) = (2, 0b10, 0x80)
        #expect(try #require(SubjectSet(bits)) == set([1, 65_535]))
        #expect(SubjectSet(Data([4, 0, 0, 0x11])) == nil && SubjectSet(Data([6])) == nil && SubjectSet(Data()) == nil)
    }

    @Test("A class of an earlier version and one of its parts are one subject, and two that disagreed")
    func joined() {
        let both = set([3, 65_536 + 3 * 16 + 5, 65_536 + 4 * 16])
        #expect(both.count == 2 && both.entries == 3)
        func entries(_ number: Int, _ outcome: Outcome) -> Entry {
            Entry(
                operation: "numbers",
                sides: .test,
                subject: SubjectClass(number: number),
                date: Stage.today,
                fact: .compared(outcome)
            )
        }
        let differ = Outcome.mismatched(Difference(kind: .values))
        let found = Figures(Evidence([entries(3, differ), entries(65_536 + 3 * 16, differ), entries(4, .matched)]))
        #expect(found.subjects == 2 && found.disagreeing == 2)
    }

    @Test("Sets join and subtract in the same way, whether their classes are listed or bits")
    func algebra() {
        let (few, many) = (set([70_000, 70_001]), set(70_001..<76_000))
        for (one, other) in [(few, many), (many, few), (few, few), (many, many)] {
            var union = one
            union.formUnion(other)
            #expect(Set(union.numbers) == Set(one.numbers).union(other.numbers))
            var rest = one
            rest.subtract(other)
            #expect(Set(rest.numbers) == Set(one.numbers).subtracting(other.numbers))
            rest.formUnion(other)
            #expect(rest == union && rest.hashValue == union.hashValue)
        }
    }

    @Test("A run that an earlier version noted is that of its class")
    func notedRuns() {
        let line = Run(operation: "orders", sides: nil, subject: nil)
        func number(_ word: UInt64) -> Int? { RunLayout.run(word, [line])?.subject?.number }
        #expect(number(1 << 63 | 1 << 16 | 7) == 7)
        #expect(number(RunLayout.word(place: 0, subject: 1_114_111)) == 1_114_111)
        #expect(number(1 << 63) == nil && RunLayout.run(0, [line]) == nil)
    }
}
