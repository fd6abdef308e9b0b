enum PaymentError: Error, Equatable {
    case declined
    case cancelled
}

protocol Payments: Sendable {
    func pay(_ amount: Int, for order: String) async throws(PaymentError) -> String
    func refund(_ receipt: String) throws(PaymentError)
    var balance: Int { get async throws(PaymentError) }
}

protocol Calm {
    func rest() throws(Never) -> Int
    var pulse: Int { get throws(Never) }
}

func checkTypedThrows() async throws {
    let fake = MockPayments(
        pay: { amount, order throws(PaymentError) in
            guard amount > 0 else { throw .declined }
            return order
        },
        balanceGet: { () throws(PaymentError) in throw .cancelled }
    )
    do throws(PaymentError) {
        expect(try await fake.pay(1, for: "x") == "x")
        try fake.refund("r")
        _ = try await fake.balance
        expect(false)
    } catch {
        expect(error == .cancelled)
    }
    expect(fake.payCalls.inputs.map(\.amount) == [1] && fake.refundCalls.inputs == ["r"])
    expect(fake.balanceGetCalls.count == 1)
    let calm: any Calm = MockCalm(rest: { 1 }, pulse: 2)
    expect(calm.rest() == 1 && calm.pulse == 2)
}
