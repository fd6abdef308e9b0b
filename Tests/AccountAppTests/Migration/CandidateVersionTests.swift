import Foundation
import Testing

@testable import account

@Suite("The version of the store's client")
struct CandidateVersionTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Modules/Data/Sources").standardized

    private func version(of folders: [URL], in folder: URL) throws -> String {
        let output = folder.appending(path: "version.swift")
        let tool = Process()
        tool.executableURL = Bundle.main.bundleURL.appending(path: "CandidateVersionTool")
        tool.arguments = [output.path] + folders.map(\.path)
        try tool.run()
        tool.waitUntilExit()
        #expect(tool.terminationStatus == 0)
        let text = try String(contentsOf: output, encoding: .utf8)
        return try String(#require(text.firstMatch(of: /"([0-9a-f]{16})"/)).1)
    }

    @Test("It is that of the sources which this build is made of, and another one after any change of them")
    func follows() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let folders = ["StoreClient", "DataSupport"].map { Self.sources.appending(path: $0) }
        #expect(try version(of: folders, in: folder) == CandidateSources.version)

        let copies = folders.map { folder.appending(path: $0.lastPathComponent) }
        for (original, copy) in zip(folders, copies) { try FileManager.default.copyItem(at: original, to: copy) }
        #expect(try version(of: copies, in: folder) == CandidateSources.version)
        let name = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: copies[0].path).first { $0.hasSuffix(".swift") }
        )
        let file = copies[0].appending(path: name)
        try (Data(contentsOf: file) + Data(" ".utf8)).write(to: file)
        #expect(try version(of: copies, in: folder) != CandidateSources.version)
    }
}
