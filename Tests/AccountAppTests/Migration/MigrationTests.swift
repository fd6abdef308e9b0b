import Domain
import DomainMocks
import Foundation
import Strangler
import Testing

@testable import account

@Suite("The hand-overs of the program")
struct MigrationTests {
    private let ada = SampleAccount.ada

    @Test("Two ages of one list are the same; another list is a mismatch, told by its shape alone")
    func compared() async throws {
        let orders = SampleAccount.orders
        #expect(try await outcome(MockFetchUserOrder(orders: orders), MockFetchUserOrder(orders: orders)) == .matched)
        let kept = MockFetchUserOrder(orders: orders, freshness: .unknown)
        #expect(try await outcome(kept, MockFetchUserOrder(orders: orders)) == .matched)

        let fewer = orders.mapValues { Array($0.dropFirst()) }
        let shape = Difference(kind: .values, path: "count", control: .text("12"), candidate: .text("11"))
        #expect(
            try await outcome(MockFetchUserOrder(orders: orders), MockFetchUserOrder(orders: fewer))
                == .mismatched(shape)
        )
    }

    @Test("What legacy had kept is compared with nothing, also where it is the same")
    func storedAnswers() async throws {
        let kept = MockFetchUserOrder(orders: SampleAccount.orders, freshness: .cached(asOf: SampleAccount.cachedAsOf))
        let live = MockFetchUserOrder(orders: [ada: []])
        #expect(try await outcome(kept, live) == .notComparable(reason: "control served stored data"))
        let both = MockFetchUserOrder(orders: [ada: []], freshness: .cached(asOf: SampleAccount.cachedAsOf))
        #expect(try await outcome(kept, both).name == "notComparable")
        #expect(try await outcome(kept, kept).name == "notComparable")
    }

    @Test("Runs with different time limits are of one comparison, and none has a longer one than is judged")
    func timeLimits() async throws {
        let journal = MemoryJournal()
        let orders = MockFetchUserOrder(orders: SampleAccount.orders)
        var judged: Migration?
        for seconds in [2, 5, 300] {
            let migration = migration(orders, orders, .compare(sample: .all), journal, deadline: .seconds(seconds))
            _ = try await migration.orders.fetchOrders(for: ada)
            await migration.settle()
            judged = migration
        }
        let verdict = try #require(judged).verdict(on: .orders, in: journal.evidence)
        #expect(verdict.evidence.runs == 3 && verdict.evidence.chosen.count == 2)
        #expect(!verdict.words.contains("another way"))
    }

    @Test("No value of a person gets into a record, whatever differs")
    func redaction() async throws {
        let secrets = ["Secret Street 1", "S-SECRET", "secret.example", "4711.13"]
        let journal = MemoryJournal()
        for (control, candidate) in try pairs(holding: secrets) {
            _ = try await compare(
                MockFetchUserOrder(orders: [ada: control]),
                MockFetchUserOrder(orders: [ada: candidate]),
                journal
            )
        }
        let written = journal.entries.map { "\($0)" }.joined()
        #expect(journal.entries.count == 6)
        #expect(written.contains("a positive amount"))
        for secret in secrets { #expect(!written.contains(secret)) }
    }

    @Test("A rolled-out candidate that fails is not seen by the caller, unless its failure is an answer")
    func fallBack() async throws {
        for (failure, isHidden) in [
            (UserOrdersError.unavailable, true), (.malformed, true), (.unauthorised, true), (.unknownUser, false),
        ] {
            let candidate = MockFetchUserOrder(orders: [:])
            candidate.calls.stub(.failure(failure))
            let migration = migration(MockFetchUserOrder(orders: SampleAccount.orders), candidate, .rollout(.all))
            let answer: Result<Snapshot<[UserOrder]>, UserOrdersError>
            do throws(UserOrdersError) {
                answer = .success(try await migration.orders.fetchOrders(for: ada))
            } catch {
                answer = .failure(error)
            }
            let isAnswered = (try? answer.get()) != nil
            #expect(isAnswered == isHidden)
        }
    }

    @Test("A specimen of a mismatched run can be exported; where data belong to people there is none")
    func specimens() async throws {
        for (source, count) in [("seed=1", 1), (nil, 0)] {
            let journal = MemoryJournal()
            _ = try await compare(
                MockFetchUserOrder(orders: SampleAccount.orders),
                MockFetchUserOrder(orders: [ada: []]),
                journal,
                specimenSource: source
            )
            let fixtures = journal.entries.compactMap(Fixture.init)
            #expect(fixtures.map(\.input) == Array(repeating: "user=ada seed=1", count: count))
            #expect(fixtures.allSatisfy { $0.control.contains("order S-100131") && $0.candidate.isEmpty })
        }
    }

    private func pairs(holding secrets: [String]) throws -> [([UserOrder], [UserOrder])] {
        let euro = try #require(Currency(code: "EUR"))
        let amount = try #require(Money(text: secrets[3], currency: euro))
        let other = try #require(Money(text: "1.00", currency: euro))
        func order(
            _ number: String = secrets[1],
            _ status: OrderStatus = .unknown(secrets[0]),
            _ name: String = secrets[2],
            _ total: Money? = nil,
            at seconds: TimeInterval = 0
        ) -> [UserOrder] {
            let line = OrderLine(name: InternetName(name), service: .unknown(secrets[0]), years: 1, price: amount)
            return [
                UserOrder(
                    number: OrderNumber(number),
                    placedAt: Date(timeIntervalSince1970: seconds),
                    status: status,
                    lines: [line],
                    total: total ?? amount
                )
            ]
        }
        return [
            (order(), []), (order(), order("N")), (order(), order(secrets[1], .paid)),
            (order(), order(secrets[1], .unknown(secrets[0]), "b.example")),
            (order(), order(secrets[1], .unknown(secrets[0]), secrets[2], other)), (order(), order(at: 1)),
        ]
    }

    private func outcome(_ control: MockFetchUserOrder, _ candidate: MockFetchUserOrder) async throws -> Outcome {
        let journal = MemoryJournal()
        _ = try await compare(control, candidate, journal)
        guard case .compared(let outcome, _, _)? = journal.entries.first?.fact else { throw Missing() }
        return outcome
    }

    private func compare(
        _ control: MockFetchUserOrder,
        _ candidate: MockFetchUserOrder,
        _ journal: MemoryJournal,
        specimenSource: String? = nil
    ) async throws -> Snapshot<[UserOrder]> {
        let migration = migration(control, candidate, .compare(sample: .all), journal, specimenSource)
        let answer = try await migration.orders.fetchOrders(for: ada)
        await migration.settle()
        return answer
    }

    private func migration(
        _ control: MockFetchUserOrder,
        _ candidate: MockFetchUserOrder,
        _ plan: Plan,
        _ journal: MemoryJournal = MemoryJournal(),
        _ specimenSource: String? = nil,
        deadline: Duration = .seconds(60)
    ) -> Migration {
        let addresses = MockFetchUserAddresses(addresses: [:])
        return Migration(
            control: AccountLists(orders: control, addresses: addresses),
            candidate: AccountLists(orders: candidate, addresses: addresses),
            plans: [.orders: plan],
            recorder: Recorder(to: journal),
            settings: Migration.Settings(deadline: deadline, specimenSource: specimenSource)
        )
    }

    private struct Missing: Error {}
}
