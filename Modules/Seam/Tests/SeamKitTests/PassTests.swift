import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("Passes", .ownThread)
struct PassTests {
    @Test("Each pass finds what it needs, and adds what no other does")
    func order() {
        var there: Set<Knowledge.Layer> = [.facts]
        for pass in Passes.all {
            #expect(pass.needs.isSubset(of: there), "\(pass)")
            #expect(there.insert(pass.adds).inserted, "\(pass)")
        }
        #expect(there == Set(Knowledge.Layer.allCases))
    }

    @Test("The document lists the passes of the code, in their order")
    func document() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "docs/seam/internals.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").compactMap { line -> [String]? in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == 4 && cells[0].hasPrefix("`") ? cells : nil
        }
        let passes = Passes.all.map { pass in
            ["`\(pass)`", pass.needs.map(\.rawValue).sorted().joined(separator: ", "), pass.adds.rawValue]
        }
        #expect(rows.map { Array($0.prefix(3)) } == passes)
    }

    @Test("A question that spreads has one answer wherever a circle is entered", arguments: 0..<6)
    func circle(start: Int) {
        // 0 -> 1 -> 2 -> 0, 2 -> 3 -> 4, 5 -> 0; the result for 4 is yes.
        let edges = [[1], [2], [0, 3], [4], [], [0]]
        var known: [Int: Bool] = [:]
        Components.spread(from: start, into: &known) { $0 == 4 ? .yes : .ask(edges[$0]) }
        #expect(known[start] == true)
        #expect(known.values.allSatisfy { $0 })
    }

    @Test("Nothing says yes in a circle by itself")
    func emptyCircle() {
        var known: [Int: Bool] = [:]
        Components.spread(from: 0, into: &known) { .ask([($0 + 1) % 3]) }
        #expect(known == [0: false, 1: false, 2: false])
    }

    @Test(
        "Values in a circle are the same whichever is asked for first",
        arguments: [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    )
    func values(order: [Int]) {
        // 0 -> 1 -> 2 -> 0; 2 is also a type.
        let table = ValueTable()
        func node(_ index: Int) -> ValueNode {
            ValueNode(module: 0, file: 0, index: Int32(index), kind: .property)
        }
        func value(_ index: Int) -> Value {
            table.value(of: node(index), start: { _ in Value() }) { node in
                var found = value((Int(node.index) + 1) % 3)
                if node.index == 2, found.kind == .unknown { found.kind = .instance(7) }
                return found
            }
        }
        let found = order.map { value($0).kind }
        #expect(found == [.instance(7), .instance(7), .instance(7)])
    }

    @Test("Aliases in a circle mean nothing, and end")
    func aliases() throws {
        let map = try Tree.map(
            """
            typealias A = B
            typealias B = C
            typealias C = A
            final class L { static let shared = L(); var n = 0 }
            func f() { print(A.shared, L.shared.n) }
            """
        )
        #expect(map.uses.filter { $0.singleton == "App.L" }.map(\.member) == ["n"])
    }
}
