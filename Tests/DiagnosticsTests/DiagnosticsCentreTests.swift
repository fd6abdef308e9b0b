import Diagnostics
import Domain
import Foundation
import Testing

@Suite("The error centre", .timeLimit(.minutes(15)))
struct DiagnosticsCentreTests {
    @Test("What has been published is in the file")
    func published() async throws {
        try await withFolder { folder async throws in
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            for number in 0..<10 {
                try await centre.publish(sample(number))
                #expect(try spool(folder).contents().records.numbers == Array(0...number))
            }
        }
    }

    @Test("A thousand tasks that publish at once lose none, and each record has an identifier of its own")
    func manyTasks() async throws {
        try await withFolder { folder async throws in
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<1000 {
                    group.addTask { (try? await centre.publish(sample(number))) != nil }
                }
                for await isRecorded in group { #expect(isRecorded) }
            }
            let records = try spool(folder).contents().records
            #expect(records.numbers.sorted() == Array(0..<1000))
            #expect(Set(records.map(\.id)).count == 1000)
        }
    }

    @Test("Several centres share a spool")
    func shared() async throws {
        try await withFolder { folder async throws in
            let centres = (1...4).map { DiagnosticsCentre(spool: spool(folder), origin: $0) }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask { try? await centres[number % 4].publish(sample(number)) }
                }
            }
            let records = try spool(folder).contents().records
            #expect(records.numbers.sorted() == Array(0..<200))
            #expect(Set(records.map(\.id)).count == 200)
        }
    }

    @Test("A record that can't be kept is told to who publishes it; the next is kept when there is room")
    func notRecorded() async throws {
        try await withFolder { folder async throws in
            try Data("x".utf8).write(to: folder)
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            await #expect(throws: PublishDiagnosticError.notRecorded) { try await centre.publish(sample(1)) }
            try FileManager.default.removeItem(at: folder)
            try await centre.publish(sample(2))
            #expect(try spool(folder).contents().records.numbers == [2])
        }
    }

    @Test("What is published by a cancelled task is kept all the same")
    func cancelled() async throws {
        try await withFolder { folder async throws in
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            let publishing = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await centre.publish(sample(1))
            }
            try await publishing.value
            #expect(try spool(folder).contents().records.numbers == [1])
        }
    }

    // MARK: Observers

    @Test("Every observer hears every record, in the order of the file")
    func observers() async throws {
        try await withFolder { folder async throws in
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            let observations = [
                await centre.observe(buffering: 1000), await centre.observe(buffering: 1000),
                await centre.observe(buffering: 1000),
            ]
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<100 { group.addTask { try? await centre.publish(sample(number)) } }
            }
            let kept = try spool(folder).contents().records
            for observation in observations {
                var heard: [PublishedDiagnostic] = []
                for await record in observation {
                    heard.append(record)
                    if heard.count == 100 { break }
                }
                #expect(heard == kept)
                #expect(observation.dropped == 0)
            }
        }
    }

    @Test("An observer that takes nothing holds nobody up, and knows how many it has missed")
    func slow() async throws {
        try await withFolder { folder async throws in
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            let slow = await centre.observe(buffering: 10)
            for number in 0..<50 { try await centre.publish(sample(number)) }
            // Observers receive a record after its publisher returns.
            try await centre.publish(sample(50))
            var heard: [Int] = []
            for await record in slow {
                heard += [record].numbers
                if heard.last == 50 { break }
            }
            #expect(heard == Array((51 - heard.count)...50))
            #expect(heard.count >= 10)
            #expect(slow.dropped + heard.count == 51)
        }
    }

    @Test("An observer may publish: an error while an error is handled harms nobody")
    func publishingObserver() async throws {
        try await withFolder { folder async throws in
            let centre = DiagnosticsCentre(spool: spool(folder), origin: 1)
            let observation = await centre.observe(buffering: 100)
            let observing = Task {
                for await record in observation {
                    guard let number = [record].numbers.first, number < 5 else { return }
                    try await centre.publish(sample(number + 1))
                }
            }
            try await centre.publish(sample(0))
            try await observing.value
            #expect(try spool(folder).contents().records.numbers == Array(0...5))
        }
    }

    // MARK: Processes

    @Test("What a process has published outlives that it is killed", .timeLimit(.minutes(15)))
    func killed() async throws {
        try await withFolder { folder async throws in
            for round in 1...5 {
                let writer = try Writer([folder.path, "sample", "100000"]) { $0 < 20 * round }
                await writer.end()
                #expect(writer.last >= 0)
                let numbers = try spool(folder).contents().records.numbers
                // The numbers of this round are the last ones, from 0.
                let own = numbers.suffix(from: try #require(numbers.lastIndex(of: 0)))
                #expect(own.count > writer.last)
                #expect(Array(own) == Array(0..<own.count))
            }
        }
    }

    @Test("Several processes append to one spool and lose none")
    func processes() async throws {
        try await withFolder { folder async throws in
            let writers = try ["one", "two", "three"].map { try Writer([folder.path, $0, "50"]) }
            for writer in writers { #expect(await writer.end() == 0) }
            let records = try spool(folder).contents().records
            for name in ["one", "two", "three"] {
                let own = records.filter { $0.diagnostic.feature.text == name }
                #expect(own.map(\.diagnostic.details) == (0..<50).map { [.count($0)] })
            }
            #expect(Set(records.map(\.id)).count == 150)
        }
    }
}
