struct Handle: ~Copyable {
    var number: Int
}

protocol Disk: Sendable {
    func read(_ handle: borrowing Handle) -> Int
    func close(_ handle: consuming Handle)
    func edit(_ handle: inout Handle)
    func open(_ number: Int) -> Handle
    func copy(_ text: borrowing String, _ numbers: consuming [Int])
}

protocol Checksum {
    func sum(_ bytes: Span<UInt8>, from start: Int) -> Int
}

func checkNoncopyableParameters() async throws {
    let fake = MockDisk(read: { $0.number }, open: { Handle(number: $0) })
    fake.editCalls.handler = { $0.number += 1 }
    var handle = fake.open(3)
    fake.edit(&handle)
    expect(fake.read(handle) == 4)
    fake.close(handle)
    fake.copy("a", [1])
    expect(fake.openCalls.inputs == [3] && fake.readCalls.count == 1 && fake.closeCalls.count == 1)
    expect(fake.copyCalls.inputs[0].text == "a")
    let checksum = MockChecksum(sum: { $0.count + $1 })
    expect(checksum.sum([1, 2].span, from: 3) == 5 && checksum.sumCalls.inputs == [3])
}
