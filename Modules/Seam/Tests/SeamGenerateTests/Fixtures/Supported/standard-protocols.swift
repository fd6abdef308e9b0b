protocol Row: Hashable, Identifiable, AnyObject {
    func tap()
}

protocol Fault: Error {
    var code: Int { get }
}

protocol Branch: TextOutputStreamable, CustomReflectable {
    var depth: Int { get }
}

@MainActor
protocol ScreenBranch: CustomReflectable {
    var depth: Int { get }
}

protocol Label: ExpressibleByStringLiteral {
    var text: String { get }
}

protocol Walker: IteratorProtocol where Element == Int {
    func stop()
}

func checkStandardProtocols() async throws {
    let (first, second) = (MockRow(), MockRow())
    expect(first == first && first != second && Set([first, second, first]).count == 2 && first.id != second.id)
    do {
        throw MockFault(code: 4)
    } catch let fault as any Fault {
        expect(fault.code == 4)
    }
    expect("\(MockBranch(depth: 1))" == "MockBranch" && Mirror(reflecting: MockBranch(depth: 1)).children.isEmpty)
    let word: MockLabel = "w"
    expect(MockLabel.initCalls.inputs == ["w"])
    word.textValue.value = "t"
    expect(word.text == "t")
    let walk = MockWalker()
    walk.nextCalls.handler = { 3 }
    expect(walk.next() == 3)
}
