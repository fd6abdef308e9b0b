protocol Row: Hashable, Identifiable, AnyObject {
    func tap()
}

protocol Fault: Error {
    var code: Int { get }
}

func checkStandardProtocols() async throws {
    let (first, second) = (MockRow(), MockRow())
    expect(first == first && first != second && Set([first, second, first]).count == 2 && first.id != second.id)
    do {
        throw MockFault(code: 4)
    } catch let fault as any Fault {
        expect(fault.code == 4)
    }
}
