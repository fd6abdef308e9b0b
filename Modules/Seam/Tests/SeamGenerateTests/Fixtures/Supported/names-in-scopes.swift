// The same names stand for other types in other scopes.
enum Warehouse {
    struct ViewState: Equatable {
        var count: Int
    }
    typealias State = ViewState

    protocol View: Sendable {
        func show(_ state: State)
    }

    protocol Base {
        func open(_ state: ViewState) -> [State]
    }
}

enum Office {
    final class State {
        var visits = 0
    }
    typealias ViewState = State

    protocol View: Sendable {
        func show(_ state: State)
    }

    protocol Base {
        func close()
    }

    protocol Desk: Base {}

    // Its requirements come from another scope.
    protocol Counter: Warehouse.Base {}
}

typealias Shelf = Warehouse.Base & Office.Base

protocol Room: Shelf {
    func enter()
}

protocol Visited where Self: Office.Base {
    func visit()
}

func checkNamesInScopes() async throws {
    let warehouse = Warehouse.MockWarehouseView()
    warehouse.show(Warehouse.State(count: 1))
    expect(warehouse.showCalls.inputs == [Warehouse.ViewState(count: 1)])
    // A class that isn't `Sendable` can't be recorded.
    let office = Office.MockOfficeView()
    office.show(Office.State())
    expect(office.showCalls.count == 1)

    let desk = Office.MockOfficeDesk()
    desk.close()
    expect(desk.closeCalls.count == 1)
    let counter = Office.MockOfficeCounter()
    counter.openCalls.handler = { [$0] }
    expect((counter as any Warehouse.Base).open(.init(count: 2)) == [.init(count: 2)])

    let room = MockRoom()
    room.enter()
    room.close()
    expect(room.open(.init(count: 3)).isEmpty && room.closeCalls.count == 1)
    let visited = MockVisited()
    visited.visit()
    visited.close()
    expect(visited.visitCalls.count == 1 && visited.closeCalls.count == 1)
}
