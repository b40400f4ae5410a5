import NacreReplicated

/// A log whose stream brings nothing until it is let through; all other calls work.
final class StalledLog: ReplicatedLog {
    private let log: any ReplicatedLog
    private let turnstile: Turnstile

    init(_ log: any ReplicatedLog, until turnstile: Turnstile) {
        self.log = log
        self.turnstile = turnstile
    }

    var name: String { log.name }
    var entryByteLimit: Int { log.entryByteLimit }

    func prepare() async throws { try await log.prepare() }

    func append(_ bytes: [UInt8], expecting sequence: LogSequence) async throws -> LogAppendOutcome {
        try await log.append(bytes, expecting: sequence)
    }

    func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error> {
        let (stream, continuation) = AsyncThrowingStream<SequencedEntry, any Error>.makeStream()
        let task = Task { [log, turnstile] in
            await turnstile.pass()
            do {
                for try await entry in log.entries(after: sequence) { continuation.yield(entry) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    func entry(at sequence: LogSequence) async throws -> SequencedEntry? { try await log.entry(at: sequence) }
    func bounds() async throws -> LogBounds { try await log.bounds() }
    func trim(upTo sequence: LogSequence) async throws { try await log.trim(upTo: sequence) }
    func health() async -> LogHealth { await log.health() }

    func close() async {
        turnstile.open()
        await log.close()
    }
}
