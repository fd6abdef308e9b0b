protocol Shape: Sendable {
    var area: Double { get }
}

protocol Canvas: Sendable {
    func draw(_ shape: some Shape, at point: (x: Int, y: Int))
    func hold(_ shape: any Shape)
    func convert(_ text: some StringProtocol & Sendable) -> Int
    func pick(from shapes: [any Shape]) -> any Shape
    func maybe(_ shape: (any Shape)?) -> (any Shape)?
}

func checkSomeAndAny() async throws {
    let square = MockShape(area: 4)
    let fake = MockCanvas(convert: { $0.count }, pick: { shapes in shapes[0] })
    fake.draw(square, at: (1, 2))
    fake.hold(square)
    expect(fake.convert("abc") == 3 && fake.pick(from: [square]).area == 4 && fake.maybe(nil) == nil)
    expect(fake.drawCalls.inputs[0].shape.area == 4 && fake.drawCalls.inputs[0].point.y == 2)
    expect(fake.holdCalls.inputs[0].area == 4 && fake.convertCalls.count == 1)
}
