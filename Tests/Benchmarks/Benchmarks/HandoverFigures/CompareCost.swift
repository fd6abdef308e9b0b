import AccountSandbox
import Domain
import Foundation
import LegacyData
import StoreClient
import Strangler

/// How long a caller waits in plan `compare`, compared with control alone. The comparison ends before the next call begins.
enum CompareCost {
    private typealias Orders = Handover<UserID, Snapshot<[UserOrder]>, UserOrdersError>
    private typealias OrdersComparison = Comparison<UserID, Snapshot<[UserOrder]>, UserOrdersError>
    private typealias Waits = Handover<Int, Int, PlanLegacy.Trouble>

    static func report() async {
        await waiting()
        await overLoopback()
    }

    /// Measures with both sides waiting as for a network, without using the processor: what is left is the cost of the
    /// hand-over.
    private static func waiting() async {
        let wait: @Sendable (Int) async throws(PlanLegacy.Trouble) -> Int = { number in
            // Simulates the network that both sides wait for; the hand-over around it is measured.
            try? await Task.sleep(for: .milliseconds(5))
            return number
        }
        let handover = Waits(
            "waits",
            between: PlanLegacy.sides,
            subject: { String($0) },
            control: wait,
            candidate: wait,
            cancellation: .none,
            comparison: Comparison(),
            recorder: Recorder(to: MemoryJournal())
        )
        await alternate("5 ms of waiting", handover, inputs: 7)
    }

    /// Measures with the two clients and the store in one process: the candidate competes with control for two cores.
    private static func overLoopback() async {
        let starts: [(String, OrdersComparison.Start)] = [
            ("started together", .withControl), ("started after", .afterControl),
        ]
        for (name, start) in starts {
            guard let clients = try? await Shared.clients.value else {
                return say("compare: the sandbox did not start")
            }
            let handover = Orders(
                "orders",
                between: PlanLegacy.sides,
                subject: \.rawValue,
                control: LegacyFetchUserOrder(gateway: clients.legacy).fetchOrders,
                candidate: clients.storeOrders.fetchOrders,
                cancellation: .error(.cancelled),
                comparison: OrdersComparison(of: { $0.value }, start: start),
                recorder: Recorder(to: MemoryJournal())
            )
            await alternate("orders over loopback, \(name)", handover, inputs: UserID("ada"))
        }
    }

    private static func alternate<Input, Output, Failure>(
        _ name: String,
        _ handover: Handover<Input, Output, Failure>,
        inputs: Input
    ) async {
        var (alone, compared): ([Duration], [Duration]) = ([], [])
        for round in 0..<440 {
            handover.stepBack(to: .legacy)
            let one = await duration { _ = try? await handover(inputs) }
            handover.compare(.all)
            let other = await duration { _ = try? await handover(inputs) }
            await handover.settle()
            // The first rounds sign in and warm up.
            guard round >= 40 else { continue }
            alone.append(one)
            compared.append(other)
        }
        let ratio = median(compared) / median(alone)
        say(
            "compare, \(name): alone \(rounded(median(alone) / .microseconds(1))) µs, "
                + "compared \(rounded(median(compared) / .microseconds(1))) µs, ratio \(rounded(ratio * 100) / 100)"
        )
    }
}

/// The singleton and its configuration. A process has only one of it.
enum Shared {
    static let clients = Task { try await Clients.start() }
}
