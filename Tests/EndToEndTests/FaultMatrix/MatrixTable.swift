import Foundation
import AccountSandbox

/// The table of outcomes as a text: for each endpoint, the faults with the same outcomes, and below them the states.
struct MatrixTable {
    var outcomes: [MatrixCell: String] = [:]

    init(_ outcomes: [MatrixCell: String]) {
        self.outcomes = outcomes
    }

    /// Reads the text that `text` returns. Lines that are neither faults nor outcomes count for nothing.
    init(_ text: String) {
        var row: MatrixCell.Row?
        var faults: [SandboxFault.Kind] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") {
                row = MatrixCell.rows.first { $0.name == line.dropFirst(3) }
            } else if line.hasPrefix("- ") {
                faults = line.dropFirst(2).split(separator: " ").compactMap { SandboxFault.Kind(rawValue: String($0)) }
            } else if let row, line.hasPrefix("  "), let colon = line.range(of: ": ") {
                let states = line[..<colon.lowerBound].split(separator: " ").compactMap {
                    MatrixCell.State(rawValue: String($0))
                }
                for fault in faults {
                    for state in states {
                        outcomes[MatrixCell(row: row, fault: fault, state: state)] = String(line[colon.upperBound...])
                    }
                }
            }
        }
    }

    var text: String { Self.header + MatrixCell.rows.map(text).joined(separator: "\n") }

    private static let header = """
        # What `account` does when the store fails

        Written by SEAM_UPDATE=1 EFFORT=full swift test --filter FaultMatrixTests. For each request and the command
        that sends it: the faults with the same outcomes, and below them, for each kind of stored state, the exit code, what the
        JSON says of each part, how many changes of the settings the store has made, and the messages.


        """

    private func text(of row: MatrixCell.Row) -> String {
        let columns = SandboxFault.Kind.allCases.map { fault in (fault, lines(row, fault)) }
        var text = "## \(row.name)\n"
        var written: Set<[String]> = []
        for (_, lines) in columns where written.insert(lines).inserted {
            let faults = columns.filter { $0.1 == lines }.map(\.0.rawValue)
            text += "\n- \(faults.joined(separator: " "))\n" + lines.map { "  \($0)\n" }.joined()
        }
        return text
    }

    /// Returns the different outcomes of a fault, each with its states.
    private func lines(_ row: MatrixCell.Row, _ fault: SandboxFault.Kind) -> [String] {
        var states: [(outcome: String, states: [String])] = []
        for state in MatrixCell.State.allCases {
            guard let outcome = outcomes[MatrixCell(row: row, fault: fault, state: state)] else { continue }
            if let index = states.firstIndex(where: { $0.outcome == outcome }) {
                states[index].states.append(state.rawValue)
            } else {
                states.append((outcome, [state.rawValue]))
            }
        }
        return states.map { $0.states.joined(separator: " ") + ": " + $0.outcome }
    }
}
