import Foundation

protocol Gesture: NSObjectProtocol, CustomStringConvertible {
    func begin(_ point: Int) -> Bool
}

@MainActor protocol Responder: NSObjectProtocol {
    init()
    func respond()
}

func checkObjectiveCObjects() async throws {
    let fake = MockGesture(begin: { $0 > 1 })
    let gesture: any Gesture = fake
    expect(gesture.begin(2) && fake.beginCalls.inputs == [2] && gesture.isEqual(fake) && !gesture.description.isEmpty)
    await MainActor.run {
        MockResponder().respond()
        expect(MockResponder.initCalls.count == 1)
        MockResponder.resetStatics()
    }
}
