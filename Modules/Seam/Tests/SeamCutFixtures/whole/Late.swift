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
    private static var book: Book { .shared }

    let count: Int
    let order: [Int]
    private let injectedBook: Book?
    private var book: Book { injectedBook ?? .shared }

    init(words: [String], book injectedBook: Book? = nil) {
        self.injectedBook = injectedBook
        words.forEach { (injectedBook ?? Page.book).add($0) }
        defer { (injectedBook ?? Page.book).add("deferred") }
        count = { (injectedBook ?? Page.book).add("called", twice: true) }()
        order = [2, 1].sorted { (injectedBook ?? Page.book).add("sorted", twice: true) > 0 && $0 < $1 }
        func note(_ text: String) {
            if text.count > 5 { note(String(text.prefix(5))) } else { (injectedBook ?? Page.book).add(text) }
        }
        note("a local one")
        if let last = {
            words.isEmpty ? nil : (injectedBook ?? Page.book).add("last", twice: true)
        }() { (injectedBook ?? Page.book).add("\(last)") }
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
    private static var book: Book { .shared }

    let run: () -> Void
    private let injectedBook: Book?
    private var book: Book { injectedBook ?? .shared }

    let count: Int = [1, 2].map { Sheet.book.add("\($0)", twice: true) }.count
    init(text: String, book injectedBook: Book? = nil) {
        self.injectedBook = injectedBook
        run = { (injectedBook ?? Sheet.book).add(text) }
    }
    func show() { book.add("sheet \(count)") }
}

/// The same on an actor.
@MainActor final class Panel {
    private static var board: Board { .shared }

    let words: [String]
    private let injectedBoard: Board?
    private var board: Board { injectedBoard ?? .shared }

    var run: (() -> Void)?
    init(words: [String], board injectedBoard: Board? = nil) {
        self.injectedBoard = injectedBoard
        words.forEach { Panel.board.add($0) }
        self.words = words.filter { word in
            Panel.board.add("filtered")
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
    private static var book: Book { .shared }

    static func all(_ words: [String], book passedBook: Book? = nil) {
        words.forEach { (passedBook ?? Sync.book).add($0) }
        func note() { (passedBook ?? Sync.book).add("noted") }
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
    private static var book: Book { .shared }

    @ObservedObject var page = Settings.book.page
    @State private var number = Settings.book.page.value
    @State var isOn = false

    // Is set before the first use, if ever.
    nonisolated(unsafe) var injectedBook: Book?
    private var book: Book { injectedBook ?? .shared }

    func show() -> Int { book.add("settings \(number) \(page.value) \(isOn)", twice: true) }
}

@main enum Program {
    private static var book: Book { .shared }

    @MainActor private static var board: Board { .shared }

    @MainActor static func main() async {
        let page = Page(words: ["a", "b"])
        page.show()
        print(page.count, page.order, page.late, book.entries)
        let sheet = Sheet(text: "sheet")
        sheet.run()
        sheet.show()
        Sync.all(["c"])
        print(Settings().show(), book.entries)
        let panel = Panel(words: ["d", ""])
        panel.run?()
        panel.keep()()
        print(panel.words, board.entries)
    }
}
