// modes: 5 6
/// One object uses one instance: what its closures and local functions read, too.
final class Book {
    nonisolated(unsafe) static let shared = Book()
    var entries: [String] = []
    var page = Setting<Int>(7)
    func add(_ text: String) { entries.append(text) }
    func add(_ text: String, twice: Bool) -> Int {
        entries.append(text)
        return entries.count
    }
}

@MainActor final class Board {
    static let shared = Board()
    var entries: [String] = []
    func add(_ text: String) { entries.append(text) }
}

class Named {
    let name: String
    init(name: String) { self.name = name }
}

/// Reads it before `self` is complete, in closures that are called at once.
final class Page: Named {
    let count: Int
    let order: [Int]
    init(words: [String]) {
        words.forEach { Book.shared.add($0) }
        defer { Book.shared.add("deferred") }
        count = { Book.shared.add("called", twice: true) }()
        order = [2, 1].sorted { Book.shared.add("sorted", twice: true) > 0 && $0 < $1 }
        func note(_ text: String) {
            if text.count > 5 { note(String(text.prefix(5))) } else { Book.shared.add(text) }
        }
        note("a local one")
        if let last = { words.isEmpty ? nil : Book.shared.add("last", twice: true) }() { Book.shared.add("\(last)") }
        super.init(name: "page")
    }

    lazy var late: Int = { Book.shared.add("late", twice: true) }()

    func show() {
        func note(_ text: String) { Book.shared.add(text) }
        note("shown")
        let words = ["x", "y"].map { Book.shared.add($0, twice: false) }
        Book.shared.add("\(words.count)")
    }
}

/// Stores a closure that reads it.
final class Sheet {
    let run: () -> Void
    let count: Int = [1, 2].map { Book.shared.add("\($0)", twice: true) }.count
    init(text: String) {
        run = { Book.shared.add(text) }
    }
    func show() { Book.shared.add("sheet \(count)") }
}

/// The same on an actor.
@MainActor final class Panel {
    let words: [String]
    var run: (() -> Void)?
    init(words: [String]) {
        words.forEach { Board.shared.add($0) }
        self.words = words.filter { word in
            Board.shared.add("filtered")
            return !word.isEmpty
        }
        run = { [weak self] in
            self?.show()
            Board.shared.add("run")
        }
    }
    func show() { Board.shared.add("panel") }
    func keep() -> () -> Void {
        { [weak self] in
            Board.shared.add("kept")
            self?.show()
        }
    }
}

/// A function without an object.
enum Sync {
    static func all(_ words: [String]) {
        words.forEach { Book.shared.add($0) }
        func note() { Book.shared.add("noted") }
        note()
    }
}

final class Setting<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

// Stand for the framework's.
protocol View {}
@propertyWrapper struct ObservedObject<Value> { var wrappedValue: Value }
@propertyWrapper struct State<Value> { var wrappedValue: Value }

/// Its initial values read it, and nobody passes others.
struct Settings: View {
    @ObservedObject var page = Book.shared.page
    @State private var number = Book.shared.page.value
    @State var isOn = false
    func show() -> Int { Book.shared.add("settings \(number) \(page.value) \(isOn)", twice: true) }
}

@main enum Program {
    @MainActor static func main() async {
        let page = Page(words: ["a", "b"])
        page.show()
        print(page.count, page.order, page.late, Book.shared.entries)
        let sheet = Sheet(text: "sheet")
        sheet.run()
        sheet.show()
        Sync.all(["c"])
        print(Settings().show(), Book.shared.entries)
        let panel = Panel(words: ["d", ""])
        panel.run?()
        panel.keep()()
        print(panel.words, Board.shared.entries)
    }
}
