protocol Mixer: Sendable {
    func mix<T>(
        _ value: inout T  // lacks: the parameter is `inout` and generic
    )
    func stop()
}

final class FakeMixer: MockMixer, Mixer, @unchecked Sendable {
    func mix<T>(_ value: inout T) {}
}

func checkGenericInout() async throws {
    let fake = FakeMixer()
    let mixer: any Mixer = fake
    mixer.stop()
    expect(fake.stopCalls.count == 1)
}
