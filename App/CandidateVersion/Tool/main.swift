// Writes the version of the store's client as a candidate: a hash of the sources that it is built from, so that evidence
// about one state of them is never taken for evidence about another. A hash of the executable would begin anew with every
// release, and the commit with every document; SwiftPM caches what a manifest computes.
//
//     CandidateVersionTool OUTPUT FOLDER...
import Foundation

/// A 64-bit FNV-1a hash.
struct SourceHash {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ data: Data) {
        for byte in data { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        // An end, so that moving bytes from one file to the next is a change.
        value = (value ^ 0xff) &* 0x100_0000_01b3
    }

    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The Swift files of a folder, by their paths in it, in an order of their own.
func sources(in folder: URL) throws -> [(path: String, data: Data)] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try names.sorted().map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
}

let words = Array(CommandLine.arguments.dropFirst())
guard let output = words.first, words.count > 1 else { exit(64) }
var hash = SourceHash()
for folder in words.dropFirst() {
    for source in try sources(in: URL(filePath: folder)) {
        hash.add(Data(source.path.utf8))
        hash.add(source.data)
    }
}
let text = """
    /// What the store's client is built from.
    enum CandidateSources {
        /// A hash of its sources.
        static let version = "\(hash.text)"
    }

    """
try Data(text.utf8).write(to: URL(filePath: output))
