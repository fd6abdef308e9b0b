import Foundation

protocol Gesture: NSObjectProtocol, CustomStringConvertible {
    func begin(_ point: Int) -> Bool
}

// An object has these already.
protocol Described: NSObjectProtocol {
    var description: String { get }
    var hash: Int { get }
    func isEqual(_ object: Any?) -> Bool
    func begin()
}

@MainActor protocol Responder: NSObjectProtocol {
    init()
    func respond()
}

func checkObjectiveCObjects() async throws {
    let fake = MockGesture(begin: { $0 > 1 })
    let gesture: any Gesture = fake
    expect(gesture.begin(2) && fake.beginCalls.inputs == [2] && gesture.isEqual(fake) && !gesture.description.isEmpty)
    let described = MockDescribed()
    described.begin()
    expect(described.beginCalls.count == 1 && (described as any Described).description == described.description)
    await MainActor.run {
        MockResponder().respond()
        expect(MockResponder.initCalls.count == 1)
        MockResponder.resetStatics()
    }
}
