/// @service
public protocol OpenService: Sendable {
    /// @get /open
    func open(_ door: Int) async throws(ServiceFailure) -> Int
}

/// @service
package protocol PackageService {
    /// @get /package
    func get() async throws -> Int
}

func checkAccess() async throws {
    let (client, _) = service([answer(200, "1"), answer(200, "2")])
    expect(try await HTTPOpenService(client).open(1) == 1)
    expect(try await HTTPPackageService(client).get() == 2)
}
