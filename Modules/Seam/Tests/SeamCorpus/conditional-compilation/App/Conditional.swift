final class Log {
    #if DEBUG
    static let shared = Log(verbose: true)
    #else
    static let shared = Log(verbose: false)
    #endif
    let verbose: Bool
    init(verbose: Bool) { self.verbose = verbose }
    func write(_ line: String) -> Log { self }
    func flush() {}
}

func run() {
    #if os(Linux)
    Log.shared.flush()
    #elseif os(Windows)
    _ = Log.shared.write("w")
    #else
    if #available(macOS 15, *) {
        print(Log.shared.verbose)
    }
    #endif
    #if false
    Log.shared.flush()
    #endif
    Log.shared
        .write("a")
        #if DEBUG
        .write("b")
        #endif
        .flush()
}
