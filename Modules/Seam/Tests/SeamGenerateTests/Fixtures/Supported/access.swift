/// What opens.
public protocol Open {
    func open(_ door: Int) -> Int
}

package protocol Shared: Sendable {
    func share() -> Int
}

func checkAccess() async throws {
    expect(MockOpen(open: { $0 }).open(1) == 1 && MockShared(share: { 2 }).share() == 2)
}
