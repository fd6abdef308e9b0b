import Foundation

// generate-sources FOLDER LINES [SEED]
let arguments = CommandLine.arguments
guard arguments.count >= 3, let lines = Int(arguments[2]), lines > 0 else {
    FileHandle.standardError.write(Data("usage: generate-sources FOLDER LINES [SEED]\n".utf8))
    exit(2)
}
let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1
var generator = Generator(seed: seed, lines: lines, folder: URL(fileURLWithPath: arguments[1]))
let written = try generator.run()
print("\(written.files) files, \(written.lines) lines, \(written.bytes) bytes")
