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
    private let book: Book
    init(words: [String], book: Book = .shared) {
        self.book = book
        words.forEach { book.add($0) }
        defer { book.add("deferred") }
        count = { book.add("called", twice: true) }()
        order = [2, 1].sorted { book.add("sorted", twice: true) > 0 && $0 < $1 }
        func note(_ text: String) {
            if text.count > 5 { note(String(text.prefix(5))) } else { book.add(text) }
        }
        note("a local one")
        if let last = { words.isEmpty ? nil : book.add("last", twice: true) }() { book.add("\(last)") }
        super.init(name: "page")
    }

    lazy var late: Int = { book.add("late", twice: true) }()

    func show() {
        func note(_ text: String) { book.add(text) }
        note("shown")
        let words = ["x", "y"].map { book.add($0, twice: false) }
        book.add("\(words.count)")
    }
}

/// Stores a closure that reads it.
final class Sheet {
    let run: () -> Void
    private let book: Book
    let count: Int
    init(text: String, book: Book = .shared) {
        self.book = book
        count = [1, 2].map { book.add("\($0)", twice: true) }.count
        run = { book.add(text) }
    }
    func show() { book.add("sheet \(count)") }
}

/// The same on an actor.
@MainActor final class Panel {
    let words: [String]
    private let board: Board
    var run: (() -> Void)?
    init(words: [String], board: Board? = nil) {
        let board = board ?? .shared
        self.board = board
        words.forEach { board.add($0) }
        self.words = words.filter { word in
            board.add("filtered")
            return !word.isEmpty
        }
        run = { [weak self, board] in
            self?.show()
            board.add("run")
        }
    }
    func show() { board.add("panel") }
    func keep() -> () -> Void {
        { [weak self, board] in
            board.add("kept")
            self?.show()
        }
    }
}

/// A function without an object.
enum Sync {
    static func all(_ words: [String], book: Book = .shared) {
        words.forEach { book.add($0) }
        func note() { book.add("noted") }
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
