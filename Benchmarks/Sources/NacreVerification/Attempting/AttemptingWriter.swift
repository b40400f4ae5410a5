import Nacre

/// Makes the attempts of one writer, and records their outcomes.
///
/// Only its writer uses it: it is a class so that an actor can call it in place.
package final class AttemptingWriter {
    private let session: any EngineSession
    private let templates: PayloadTemplates
    private let number: UInt32
    private let eventsPerAppend: Int

    /// The outcomes so far.
    package private(set) var record = AttemptRecord()

    /// Makes a writer without attempts.
    package init(_ number: Int, eventsPerAppend: Int, templates: PayloadTemplates, session: any EngineSession) {
        self.number = UInt32(number)
        self.eventsPerAppend = eventsPerAppend
        self.templates = templates
        self.session = session
    }

    /// Attempts to append.
    ///
    /// - Throws: If there was neither acceptance nor refusal; the attempt's outcome is then unknown, unless the error
    ///   states that nothing was written.
    package func append(_ attempt: Attempt) async throws -> Attempt.Outcome {
        let index = record.attempts.count
        record.attempts.append(attempt)
        let commit = attempt.commit(events(of: attempt, number: index))
        let outcome: Attempt.Outcome
        do {
            let result = try await session.append(commit)
            guard let version = result.streams.first?.version, result.streams.count == 1, !result.wasAlreadyCommitted
            else {
                throw HarnessError("the answer to an append does not name the one stream that it wrote")
            }
            let count = UInt64(eventsPerAppend)
            outcome = .accepted(firstPosition: result.lastPosition &- count &+ 1, firstVersion: version &- count &+ 1)
        } catch let error as EventStoreError where error.code == .conflict {
            record.conflicts[ConflictKind(error), default: 0] += 1
            outcome = .refused
        } catch {
            // The audit verifies an error that states that nothing was written, as it verifies a refusal.
            if (error as? EventStoreError)?.outcome == .notWritten { record.attempts[index].outcome = .refused }
            record.failures.append(AppendFailure(error, at: monotonicNanoseconds()))
            throw error
        }
        record.attempts[index].outcome = outcome
        return outcome
    }

    /// Records why the writer stops early.
    package func fail(_ error: any Error) {
        record.failure = DiskFailure.words(error, during: "writer \(number)")
        // A failed append has been recorded and ends the writer; a failure without one is of a read.
        guard record.failures.isEmpty else { return }
        record.failedReads.append(AppendFailure(error, at: monotonicNanoseconds()))
    }

    private func events(of attempt: Attempt, number index: Int) -> [EventData] {
        let tags = attempt.tag.map { [Attempt.tag($0)] } ?? []
        let first = UInt64(index) * UInt64(eventsPerAppend)
        return (0..<UInt64(eventsPerAppend)).map { offset in
            let mark = EventMark(writer: number, stream: attempt.stream, sequence: first + offset)
            return EventData(
                type: AppendLoad.eventType, schema: templates.schema(of: mark), tags: tags,
                data: templates.payload(of: mark), metadata: templates.metadata(of: mark))
        }
    }
}
