import Foundation
import Strangler

/// What plan `compare` adds to a call whose sides return at once, so that all that is seen is the hand-over's own.
enum CompareOverhead {
    static func report() async {
        let control: @Sendable (Int) async throws(PlanLegacy.Trouble) -> Int = { $0 &+ 1 }
        let handover = Handover<Int, Int, PlanLegacy.Trouble>(
            "numbers",
            between: PlanLegacy.sides,
            plan: .compare(sample: .all),
            subject: { String($0) },
            control: control,
            candidate: control,
            cancellation: .none,
            comparison: Comparison(),
            recorder: Recorder(to: MemoryJournal())
        )
        let calls = 20_000
        var (direct, compared): ([Double], [Double]) = ([], [])
        for number in 0..<calls {
            let one = await duration { _ = try? await control(number) }
            let other = await duration { _ = try? await handover(number) }
            // The comparison ends before the next call, so that calls are compared and not left out.
            await handover.settle()
            guard number >= calls / 10 else { continue }
            direct.append(one / .nanoseconds(1))
            compared.append(other / .nanoseconds(1))
        }
        let before = ProcessorTime.now
        for number in 0..<calls {
            _ = try? await handover(number)
            await handover.settle()
        }
        let whole = (ProcessorTime.now - before) / .microseconds(calls)
        say(
            "plan compare: the caller of a compared call waits \(rounded(median(compared) - median(direct))) ns longer "
                + "(median of \(direct.count)); the whole comparison takes \(rounded(whole)) µs of processor time"
        )
    }
}

/// The processor time of this process.
enum ProcessorTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
    }
}
