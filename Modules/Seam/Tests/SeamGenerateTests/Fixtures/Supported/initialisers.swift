protocol Made {
    init(name: String)
    init?(text: String)
    init(number: Int) throws
    init(copy: Self)
    func count() -> Int
    var label: String { get }
    var notes: [String] { get set }
}

protocol Plain: Sendable {
    init()
    func run() async -> Int
}

protocol Boxed<Value> {
    associatedtype Value
    init(_ value: Value)
    func value() -> Value
}

protocol Stored: Codable, RawRepresentable where RawValue == Int {
    var rawValue: Int { get }
    var title: String { get }
}

@MainActor protocol Panel {
    init(title: String)
    func show()
}

func checkInitialisers() async throws {
    defer { MockMade.resetStatics() }
    func make<Value: Made>(_ type: Value.Type) -> Value { type.init(name: "n") }
    let made = make(MockMade.self)
    expect(MockMade.initNameStringCalls.inputs == ["n"])
    made.countCalls.handler = { 3 }
    made.labelValue.value = "l"
    made.notes = ["a"]
    expect(made.count() == 3 && made.label == "l" && made.notesValue.writes == [["a"]])
    MockMade.initTextStringCalls.handler = { !$0.isEmpty }
    expect(MockMade(text: "") == nil && MockMade(text: "t") != nil)
    MockMade.initNumberIntCalls.handler = { if $0 < 0 { throw CancellationError() } }
    expect((try? MockMade(number: -1)) == nil && (try? MockMade(number: 1)) != nil)

    let plain = MockPlain()
    plain.runCalls.handler = { 4 }
    expect(await plain.run() == 4 && MockPlain.initCalls.count == 1)
    MockPlain.resetStatics()

    let boxed = MockBoxed<Int>(7)
    boxed.valueCalls.handler = { 8 }
    expect(boxed.value() == 8)

    let stored = MockStored(rawValue: 5)
    stored?.rawValueValue.value = 5
    stored?.titleValue.value = "t"
    expect(stored?.rawValue == 5 && stored?.title == "t" && MockStored.initRawValueRawValueCalls.inputs == [5])
    MockStored.resetStatics()

    await MainActor.run {
        let screen = MockPanel(title: "t")
        screen.show()
        expect(MockPanel.initCalls.inputs == ["t"] && screen.showCalls.count == 1)
        MockPanel.resetStatics()
    }
}
