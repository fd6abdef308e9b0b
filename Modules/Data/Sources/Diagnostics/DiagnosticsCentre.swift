import Dispatch
public import Domain

/// The one place where all that goes wrong is recorded: kept in a spool, then told to whoever observes.
///
/// Invariant: what `publish` has returned for is in the spool's file, on disk. Records that are published while others are
/// being written are written together with one `fsync`, so many at once are quick. Observers hear of a record when it
/// is kept, and never hold a publisher up.
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

    /// Makes a centre over a spool, which other centres, also in other processes, may share.
    ///
    /// - Parameter origin: A random number, another for each centre: it makes identifiers unique.
    public init(spool: Spool, origin: UInt64) {
        self.spool = spool
        self.origin = origin
    }

    /// As the protocol says.
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

    /// Observes what is published by this centre from now on.
    ///
    /// - Parameter limit: How many records may wait for a slow observer; of more the oldest are dropped and counted.
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

    /// Writing blocks, so it has a thread of its own.
    private func kept(_ records: [PublishedDiagnostic]) async -> Result<Void, PublishDiagnosticError> {
        await withCheckedContinuation { [spool] done in
            files.async {
                do throws(Spool.Failure) {
                    try spool.append(records)
                    done.resume(returning: .success(()))
                } catch {
                    done.resume(returning: .failure(.notKept))
                }
            }
        }
    }
}
