final class Model {
    static let shared = Model()
    var count = 0
    var flag = false
    var list: [Int] = []
    var table: [String: [Int]] = [:]
    var settings = Settings()
    var child: Child?
    var log: Set<String> = []
    private var cells: [Int] = [0]
    subscript(index: Int) -> Int {
        get { cells[index] }
        set { cells[index] = newValue }
    }
}

struct Settings {
    var theme = Theme()
    mutating func reset() { theme = Theme() }
    func describe() -> String { "" }
}
struct Theme { var colour = "" }
final class Child { var age = 0 }

func bump(_ value: inout Int) { value += 1 }

func write() {
    Model.shared.count += 1
    Model.shared.count *= Model.shared.list.count
    bump(&Model.shared.count)
    Model.shared.list.append(1)
    Model.shared.list[0] = 2
    Model.shared.list.sort()
    _ = Model.shared.list.sorted()
    Model.shared.table["a", default: []].append(1)
    Model.shared.settings.theme.colour = "red"
    Model.shared.settings.reset()
    _ = Model.shared.settings.describe()
    Model.shared.child?.age = 3
    Model.shared.flag.toggle()
    Model.shared[0] = 5
    Model.shared[0] += Model.shared[1]
    Model.shared.log.insert("a")
    (Model.shared.count, Model.shared.flag) = (1, true)
    swap(&Model.shared.list[0], &Model.shared.list[1])
    withUnsafePointer(to: &Model.shared.count) { print($0) }
    var copy = Model.shared.list
    copy.append(3)
    copy += Model.shared.list
    if Model.shared.count == 1, Model.shared.count != 2 { copy = [] }
}
