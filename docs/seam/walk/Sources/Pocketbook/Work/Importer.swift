/// Reads entries from lines.
final class Importer {
    private(set) var failures = 0

    func load(_ lines: [String]) {
        for line in lines {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let cents = Int(parts[1]) else {
                failures += 1
                continue
            }
            Ledger.shared.add(String(parts[0]), cents: cents * 100)
        }
    }

    func reload(_ lines: [String]) -> Bool {
        Ledger.shared.clear()
        load(lines)
        return Ledger.shared.count == lines.count
    }
}
