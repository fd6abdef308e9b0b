// modes: 5 6 main
/// Making it can be seen.
nonisolated final class Loud: Sendable {
    static let shared = Loud()
    let name: String
    init() {
        name = "loud"
        print("made")
    }
}

nonisolated final class Quiet: Sendable {
    static let shared = Quiet()
    func name() -> String {
        print("asked")
        return "quiet"
    }
}

@resultBuilder
nonisolated enum Lines {
    static func buildExpression(_ line: String) -> [String] { [line] }
    static func buildExpression(_ lines: [String]) -> [String] { lines }
    static func buildBlock(_ parts: [String]...) -> [String] { parts.flatMap { $0 } }
    static func buildOptional(_ part: [String]?) -> [String] { part ?? [] }
    static func buildEither(first part: [String]) -> [String] { part }
    static func buildEither(second part: [String]) -> [String] { part }
    static func buildArray(_ parts: [[String]]) -> [String] { parts.flatMap { $0 } }
}

/// Runs the closure at once.
nonisolated func group(@Lines _ lines: () -> [String]) -> [String] { lines() }

/// Stores the closure.
nonisolated final class Later {
    let lines: () -> [String]
    init(@Lines _ lines: @escaping () -> [String]) { self.lines = lines }
}

nonisolated final class Screen {
    let isWide: Bool
    private let injectedQuiet: Quiet?
    private var quiet: Quiet { injectedQuiet ?? .shared }

    init(isWide: Bool, quiet: Quiet? = nil) {
        self.isWide = isWide
        injectedQuiet = quiet
    }

    @Lines var body: [String] {
        "screen"
        quiet.name()
        if isWide { quiet.name() } else { "narrow" }
        for number in 0..<2 { "\(number) \(quiet.name())" }
        group {
            "group"
            quiet.name()
            if isWide { "wide" }
        }
    }

    func later() -> Later {
        Later { [quiet] in
            "later"
            quiet.name()
        }
    }
}

nonisolated final class Wall {
    private static var loud: Loud { .shared }

    let isWide: Bool
    private let injectedLoud: Loud?
    private var loud: Loud { injectedLoud ?? .shared }

    init(isWide: Bool, loud: Loud? = nil) {
        self.isWide = isWide
        injectedLoud = loud
    }

    @Lines func lines() -> [String] {
        "wall"
        if isWide { loud.name }
        group { [injectedLoud] in (injectedLoud ?? Wall.loud).name }
    }

    func later() -> Later {
        Later { [injectedLoud] in
            "later"
            (injectedLoud ?? Wall.loud).name
        }
    }
}

nonisolated struct Row {
    private var quiet: Quiet { .shared }

    @Lines var body: [String] {
        "row"
        quiet.name()
        group { [quiet] in quiet.name() }
    }

    func later() -> Later { Later { [quiet] in quiet.name() } }
}

nonisolated struct Cell {
    private static var loud: Loud { .shared }

    @Lines var body: [String] {
        "cell"
        group { Cell.loud.name }
    }

    func later() -> Later { Later { Cell.loud.name } }
}

@main enum Program {
    @MainActor static func main() {
        let (wall, row, cell) = (Wall(isWide: true).later(), Row().later(), Cell().later())
        print(Screen(isWide: false).body, Screen(isWide: true).later().lines())
        print(row.lines(), wall.lines(), cell.lines())
        print(Wall(isWide: true).lines(), Row().body, Cell().body)
    }
}
