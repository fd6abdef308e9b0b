#if Journal
    import Foundation
    import Strangler
    import StranglerJournal
    import TestSupport
    import Testing

    @Suite("A migration played by an adversary", .timeLimit(.minutes(60)))
    struct AdversaryTests {
        /// How the games of one seed ended.
        private struct Count {
            var games = 0
            /// A verdict was met, and rightly.
            var rightly = 0
            /// A verdict was met for a build that is worse than its rule allows, and what was done is in its text.
            var named = 0
            /// The same, and nothing in its text says why.
            var fooled = 0
            /// The observed rate was below the limit, and the true one was not.
            var tempted = 0
        }

        @Test(
            "Whatever he does but lie, a verdict that is met is right as often as it says, or its text says what he did"
        )
        func games() async throws {
            let games = Effort.value(quick: 30, change: 100, full: 1_000)
            var count = Count()
            var moves: Set<Adversary.Move> = []
            for game in 0..<games {
                let looks = try await withFolder { folder in
                    try await play(in: folder, seed: Effort.seed &* 1_000_003 &+ UInt64(game), &moves)
                }
                let met = looks.filter(\.verdict.isMet)
                count.games += 1
                count.tempted += looks.contains { $0.isWrong && $0.looksGood } ? 1 : 0
                if met.contains(where: { $0.isWrong && !Adversary.isNamed($0.verdict) }) {
                    count.fooled += 1
                } else if met.contains(where: \.isWrong) {
                    count.named += 1
                } else if !met.isEmpty {
                    count.rightly += 1
                }
            }
            print("\(count)")
            // At 5% a game, so many have a probability below a thousandth.
            #expect(Double(count.fooled) <= 0.05 * Double(games) + 3 * (0.05 * 0.95 * Double(games)).squareRoot())
            #expect(count.rightly > 0 && count.tempted > games / 5)
            #expect(moves == Set(Adversary.Move.allCases))
        }

        private func play(
            in folder: URL,
            seed: UInt64,
            _ moves: inout Set<Adversary.Move>
        ) async throws -> [Adversary.Look] {
            let adversary = try Adversary(in: folder, seed: seed)
            var random = SplitMix(state: seed ^ 0x5eed)
            func any(_ moves: [Adversary.Move]) -> Adversary.Move { moves[Int(random.next() % UInt64(moves.count))] }
            // He has a few tricks, and calls and looks most of the time.
            let tricks = (0..<3).map { _ in any(Adversary.Move.allCases) }
            var looks: [Adversary.Look] = []
            for _ in 0..<80 {
                let move: Adversary.Move =
                    switch random.next() % 20 {
                    case 0..<10: .call
                    case 10..<12: .callAgain
                    case 12..<16: .look
                    case 16: .release
                    default: any(tricks)
                    }
                if let found = try await adversary.play(move) { looks.append(found) }
            }
            moves.formUnion(adversary.moves)
            return looks
        }
    }
#endif
