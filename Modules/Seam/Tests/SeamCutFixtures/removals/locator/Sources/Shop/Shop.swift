@main
@MainActor
enum Shop {
    static func main() {
        let list = OrderListModel()
        print(list.lines())
        list.detail("A1").cancel()
        print(list.lines(), ServiceLocator.analytics.count)
    }
}
