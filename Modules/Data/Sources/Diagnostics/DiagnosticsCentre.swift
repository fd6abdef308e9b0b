import Dispatch
public import Domain

/// The one place where everything that goes wrong is recorded: stored in a spool, then sent to the observers.
///
/// Invariant: a record for which `publish` has returned is in the spool's file, on disk. Records that are published while
/// others are being written are written together with one `fsync`, so that many at once are fast. Observers receive a record
/// after it is stored, and never delay a publisher.
public actor DiagnosticsCentre: PublishDiagnostic {
    private struct Waiting {
        let record: PublishedDiagnostic
        let publisher: CheckedContinuation<Result<Void, PublishDiagnosticError>, Never>
    }

    private let spool: Spool
    private let origin: UInt64
    private let files = DispatchQueue(label: "diagnostics")
    private var published = 0
    private var waiting: [Waiting] = []
    private var isWriting = false
    private var observers: [Int: DiagnosticsObservation.Source] = [:]
    private var observed = 0

    /// Creates a centre with a spool, which it may share with other centres, including ones in other processes.
    ///
    /// - Parameters:
    ///   - spool: The file of the records.
    ///   - origin: A random number that differs for each centre. It makes identifiers unique.
    public init(spool: Spool, origin: UInt64) {
        self.spool = spool
        self.origin = origin
    }

    /// Stores the record, and returns when it is on disk. Cancelling the calling task has no effect.
    public func publish(_ diagnostic: Diagnostic) async throws(PublishDiagnosticError) {
        published += 1
        let record = PublishedDiagnostic(id: Spool.id(origin: origin, number: published), diagnostic)
        try await withCheckedContinuation { publisher in
            waiting.append(Waiting(record: record, publisher: publisher))
            guard !isWriting else { return }
            isWriting = true
            Task { await write() }
        }.get()
    }

    /// Returns the records that this centre publishes from now on.
    ///
    /// - Parameter limit: How many records may wait for a slow observer. If there are more, the oldest are dropped and counted.
    public func observe(buffering limit: Int) -> DiagnosticsObservation {
        observed += 1
        let number = observed
        let observation = DiagnosticsObservation(limit: limit) { [weak self] in
            Task { await self?.forget(number) }
        }
        observers[number] = observation.source
        return observation
    }

    private func forget(_ observer: Int) {
        observers[observer] = nil
    }

    private func write() async {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            let records = batch.map(\.record)
            let result = await kept(records)
            for waiting in batch { waiting.publisher.resume(returning: result) }
            guard case .success = result else { continue }
            for observer in observers.values {
                for record in records { observer.tell(record) }
            }
        }
        isWriting = false
    }

    /// Stores records on a thread of their own, because writing blocks.
    private func kept(_ records: [PublishedDiagnostic]) async -> Result<Void, PublishDiagnosticError> {
        await withCheckedContinuation { [spool] done in
            files.async {
                do throws(Spool.Failure) {
                    try spool.append(records)
                    done.resume(returning: .success(()))
                } catch {
                    done.resume(returning: .failure(.notRecorded))
                }
            }
        }
    }
}
