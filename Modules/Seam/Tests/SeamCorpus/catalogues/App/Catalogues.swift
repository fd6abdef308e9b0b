import Foundation

final class Folder: Equatable {
    static let favorites = Folder(name: "Favorites")
    static let all = Folder(name: "All")

    let name: String
    var count = 0

    private init(name: String) { self.name = name }

    static func == (left: Folder, right: Folder) -> Bool { left.name == right.name }
}

final class Theme {
    static let light = Theme(name: "light")
    static let dark = Theme(name: "dark")
    static let all = [light, dark]

    let name: String
    lazy var title = name.capitalized

    init(name: String) { self.name = name }
}

final class Client {
    static let shared = Client(path: "live")
    static let mock = Client(path: "mock")

    let path: String
    var count = 0

    init(path: String) { self.path = path }
}

final class Cart {
    static let mine = Cart(name: "mine")
    static let preview = Cart(name: "preview")

    let name: String
    var items: [String] = []

    init(name: String) { self.name = name }

    func add(_ item: String) { items.append(item) }
}

final class Lane {
    static let fast = Lane(name: "fast")
    static let slow = Lane(name: "slow")

    let name: String
    private var jobs: [() -> Void] = []

    init(name: String) { self.name = name }

    func enqueue(_ job: @escaping () -> Void) { jobs.append(job) }
}

final class Session {
    static let first = Session()
    static let second = Session()

    var count = 0
}

final class Account {
    static let current = Account(name: "a")
    static let guest = Account(name: "b")

    let name: String
    var age = 0

    init(name: String) { self.name = name }
}

func show() {
    Folder.favorites.count = 1
    print(Folder.all == Folder.favorites, Theme.light.title, Theme.all)
    Client.shared.count += 1
    Cart.mine.add("a")
    Lane.fast.enqueue {}
    Session.first.count = Session.second.count
    print(Account.current.name)
}

final class Pattern {
    static let url = Pattern("a", options: 1)

    var expression: NSRegularExpression?

    init(_ text: String, options: Int) { expression = try? NSRegularExpression(pattern: text) }

    func matches(_ text: String) -> Bool { expression?.firstMatch(in: text, range: NSRange()) != nil }
}

final class Track {
    static let none: Track = {
        let track = Track(id: 0)
        track.title = "None"
        return track
    }()
    static let first = Track(id: 1)

    var id: Int
    var title: String?

    init(id: Int) { self.id = id }
}

final class Moment {
    var second: Double

    init(_ second: Double) { self.second = second }
}

enum Constants {
    static let infinite = Moment(999)
}

enum Moments {
    static let now = Instant(0)
}

private let word = Pattern("[a-z]+", options: 0)
private let start = Moment(1)
let counter = Counter(from: 1)

final class Counter {
    private var number: Int

    init(from number: Int) { self.number = number }

    func next() -> Int {
        number += 1
        return number
    }
}

func change() {
    Moments.now.second = 2
    print(Pattern.url.matches("b"), Track.none.title ?? "", Constants.infinite.second, word.matches("c"))
    print(start.second, counter.next())
}

final class Instant {
    var second: Double

    init(_ second: Double) { self.second = second }
}
