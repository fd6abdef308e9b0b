import Foundation
import SwiftParser
import SwiftSyntax
import Synchronization

/// Visits every node and does nothing: the minimum cost of any analysis of syntax.
final class Visitor: SyntaxAnyVisitor {
    var nodes = 0

    override func visitAny(_: Syntax) -> SyntaxVisitorContinueKind {
        nodes += 1
        return .visitChildren
    }
}

// parse-everything FOLDER [--visit] [--threads N]: the baseline for `seam map`, with the same excluded folders and stack sizes.
let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: parse-everything FOLDER [--visit] [--threads N]\n".utf8))
    exit(2)
}
let visits = arguments.contains("--visit")
let threads = arguments.firstIndex(of: "--threads").flatMap { Int(arguments[$0 + 1]) } ?? 2
let skipped: Set<String> = ["DerivedData", "build", "Build", "node_modules", "Pods", "Carthage", "Vendor", "vendor"]

var paths: [String] = []
let root = URL(fileURLWithPath: arguments[1])
let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
while let url = walk?.nextObject() as? URL {
    if skipped.contains(url.lastPathComponent) { walk?.skipDescendants() }
    if url.pathExtension == "swift" { paths.append(url.path) }
}

let next = Mutex(0)
let totals = Mutex((bytes: 0, nodes: 0))
let group = DispatchGroup()
for _ in 0..<threads {
    group.enter()
    let thread = Thread { [paths] in
        while true {
            let index = next.withLock { next in
                next += 1
                return next - 1
            }
            guard index < paths.count else { break }
            guard let data = FileManager.default.contents(atPath: paths[index]) else { continue }
            let tree = data.withUnsafeBytes { Parser.parse(source: $0.bindMemory(to: UInt8.self)) }
            let visitor = Visitor(viewMode: .sourceAccurate)
            if visits { visitor.walk(tree) }
            totals.withLock { totals in
                totals.bytes += data.count
                totals.nodes += visitor.nodes
            }
        }
        group.leave()
    }
    thread.stackSize = 512 << 20
    thread.start()
}
group.wait()
let total = totals.withLock { $0 }
print("\(paths.count) files, \(total.bytes) bytes, \(total.nodes) nodes")
