import Testing

@testable import Tables

@MainActor
struct TablesTests {
    @Test("A screen shows the queries")
    func queries() {
        #expect(QueryScreen(history: History()).run("d") == ["| d |"])
    }

    @Test("A window ends with what was exported")
    func exported() {
        let services = AppServices(exporter: Exporter())
        #expect(Window(services: services).lines().count == 6)
    }
}
