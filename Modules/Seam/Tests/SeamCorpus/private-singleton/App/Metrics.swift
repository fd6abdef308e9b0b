final class Metrics {
    private static let instance = Metrics()
    private var counts: [String: Int] = [:]

    static func count(_ name: String) {
        instance.counts[name, default: 0] += 1
    }

    static func report() -> String {
        Metrics.instance.render()
    }

    private func render() -> String { "\(counts)" }
}

func run() {
    Metrics.count("run")
    print(Metrics.report())
}
