import Foundation
import Strangler

/// Fixtures and tests of recorded mismatches, as files.
enum MismatchExport {
    /// The files of one mismatch.
    struct Exported: Sendable {
        let useCase: String
        let path: String
        let fixture: String
        let test: String
    }

    /// Writes the newest ones, each place and input once. The tests call `replayOrders` or `replayAddresses`, which the
    /// test target has.
    static func write(
        _ entries: [Entry],
        to folder: URL,
        limit: Int
    ) throws(AccountFailure) -> [Exported] {
        var names: Set<String> = []
        var fixtures: [Fixture] = []
        for entry in entries.reversed() where fixtures.count < limit {
            if let fixture = Fixture(entry), names.insert(fixture.name).inserted { fixtures.append(fixture) }
        }
        return try write(fixtures, to: folder)
    }

    /// Writes some fixtures and their tests.
    static func write(
        _ fixtures: [Fixture],
        to folder: URL
    ) throws(AccountFailure) -> [Exported] {
        var exported: [Exported] = []
        for fixture in fixtures {
            let replay = "replay\(fixture.operation.prefix(1).uppercased())\(fixture.operation.dropFirst())"
            let files = (
                fixture: folder.appending(path: "\(fixture.name).json"),
                test: folder.appending(path: fixture.testFileName)
            )
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try fixture.json().write(to: files.fixture, options: .atomic)
                try Data(fixture.testSource(calling: replay).utf8).write(to: files.test, options: .atomic)
            } catch {
                throw .file(folder.path, error)
            }
            exported.append(
                Exported(
                    useCase: fixture.operation,
                    path: fixture.path,
                    fixture: files.fixture.path,
                    test: files.test.path
                )
            )
        }
        return exported
    }
}
