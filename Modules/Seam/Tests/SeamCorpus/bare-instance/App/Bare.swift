final class Hub {
    static let shared = Hub()
    weak var delegate: AnyObject?
    func attach(_ object: AnyObject) {}
}

func take(_ hub: Hub) { hub.attach(hub) }
func make() -> Hub { return Hub.shared }

func bare(_ other: Hub) -> [Hub] {
    take(Hub.shared)
    _ = Hub.shared
    if other === Hub.shared { print("same") }
    Hub.shared.attach(Hub.shared)
    [Hub.shared, other].forEach { $0.attach($0) }
    other.delegate = Hub.shared
    make().attach(other)
    print(Hub.self, type(of: Hub.shared))
    return [.shared]
}
