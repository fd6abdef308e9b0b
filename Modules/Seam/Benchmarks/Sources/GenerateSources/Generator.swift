import Foundation

/// Writes a Swift code base of any size: the same seed and size give the same bytes.
///
/// Its structure resembles real code: modules in one package; files of 20 to 400 lines with comments, strings and closures;
/// singletons in two core modules. A few are used everywhere, and most in one place. About a quarter of the files use
/// one, directly, through a local constant or through a property.
struct Generator {
    private var state: UInt64
    private let lines: Int
    private let folder: URL
    private let modules: Int
    private let services: Int

    init(seed: UInt64, lines: Int, folder: URL) {
        state = seed
        self.lines = lines
        self.folder = folder
        modules = max(4, lines / 25_000)
        services = max(8, lines / 10_000)
    }

    /// Writes the tree; returns the number of files, lines and bytes.
    mutating func run() throws -> (files: Int, lines: Int, bytes: Int) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try manifest().write(to: folder.appending(path: "Package.swift"), atomically: false, encoding: .utf8)
        var written = (files: 0, lines: 0, bytes: 0)
        for index in 0..<services {
            try write(service(index), "Sources/\(index % 2 == 0 ? "Core" : "Services")/Service\(index).swift", &written)
        }
        var number = 0
        while written.lines < lines {
            let text = file(number)
            try write(
                text,
                "Sources/Feature\(number % modules)/Part\(number / modules % 9)/Screen\(number).swift",
                &written
            )
            number += 1
        }
        return written
    }

    private func write(_ text: String, _ path: String, _ written: inout (files: Int, lines: Int, bytes: Int)) throws {
        let url = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        written.files += 1
        written.lines += text.utf8.count { $0 == UInt8(ascii: "\n") }
        written.bytes += text.utf8.count
    }

    /// Returns a number below `bound` from SplitMix64 (Steele, Lea and Flood 2014).
    private mutating func random(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }

    private func manifest() -> String {
        let features = (0..<modules).map {
            "        .target(name: \"Feature\($0)\", dependencies: [\"Core\", \"Services\"]),\n"
        }
        return """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "Generated",
                targets: [
                    .target(name: "Core"),
                    .target(name: "Services", dependencies: ["Core"]),
            \(features.joined())    ]
            )

            """
    }

    private func service(_ index: Int) -> String {
        """
        import Foundation

        /// What the app knows of subject \(index).
        public final class Service\(index) {
            public static let shared = Service\(index)()

            public var token: String?
            public private(set) var items: [String: Int] = [:]
            private var listeners: [() -> Void] = []

            private init() {}

            public func fetch(_ key: String, then: @escaping (Int?) -> Void) {
                then(items[key])
            }

            public func store(_ value: Int, for key: String) {
                items[key] = value
                for listener in listeners { listener() }
            }

            public func reset() {
                items = [:]
                token = nil
            }
        }

        """
    }

    private mutating func file(_ number: Int) -> String {
        let usesService = random(4) == 0
        // A few services are used everywhere, the others in one module.
        let service = random(3) == 0 ? random(4) : (number % modules * 7 + random(3)) % services
        var text = "import Core\nimport Foundation\nimport Services\n\n"
        let types = 1 + random(4)
        for type in 0..<types {
            let holdsService = usesService && type == 0
            text += "/// Shows part \(type) of screen \(number).\nfinal class Screen\(number)Part\(type) {\n"
            for property in 0..<(2 + random(5)) {
                text += "    private var value\(property): \(Self.types[random(Self.types.count)])\n"
            }
            if holdsService { text += "    private let service = Service\(service).shared\n" }
            text += "\n"
            for function in 0..<(2 + random(8)) {
                text += body(function, service: holdsService ? service : nil)
            }
            text += "}\n\n"
        }
        return text
    }

    private mutating func body(_ function: Int, service: Int?) -> String {
        var text = "    // Called when step \(function) is over; the order matters to the list below.\n"
        text += "    func step\(function)(_ input: [Int], title: String = \"Step \(function)\") -> [String] {\n"
        for line in 0..<(2 + random(9)) {
            text += "        " + Self.statements[random(Self.statements.count)].replacing("#", with: "\(line)") + "\n"
        }
        if let service {
            switch random(4) {
            case 0: text += "        Service\(service).shared.store(input.count, for: title)\n"
            case 1:
                text +=
                    "        let local = Service\(service).shared\n        if local.token == nil { local.reset() }\n"
            case 2: text += "        service.fetch(title) { value in print(\"\\(title): \\(value ?? 0)\") }\n"
            default: text += "        print(\"signed in: \\(Service\(service).shared.token ?? title)\")\n"
            }
        }
        return text + "        return input.map { \"\\($0) of \\(title)\" }\n    }\n\n"
    }

    private static let types = [
        "Int = 0", "String?", "[String: [Int]] = [:]", "Date = Date()", "(() -> Void)?", "Bool = false",
    ]
    private static let statements = [
        "let total# = input.filter { $0 > # }.reduce(0, +)",
        "guard input.count > # else { return [] }",
        "if title.isEmpty { print(\"nothing to show in \\(#)\") }",
        "for value in input where value % 2 == # { print(value, separator: \", \") }",
        "let text# = [\"a\", \"b\", title].joined(separator: \"-\").uppercased()",
        "switch input.first { case .some(let first) where first > #: print(first); default: break }",
        "let pairs# = Dictionary(uniqueKeysWithValues: zip(input.map(String.init), input))",
        "defer { print(\"left\", #, title) }",
    ]
}
