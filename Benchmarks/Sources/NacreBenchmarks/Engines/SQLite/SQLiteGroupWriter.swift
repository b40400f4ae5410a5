import GRDB
import Nacre
import Synchronization

/// Takes the waiting appends, writes them in one durable transaction, and answers.
final class SQLiteGroupWriter: Sendable {
    private let queue: AppendQueue
    private let counts = Mutex(GroupStatistics(groups: 0, appends: 0, events: 0))

    init(queue: AppendQueue) {
        self.queue = queue
    }

    /// The statistics so far.
    var groups: GroupStatistics { counts.withLock { $0 } }

    /// Writes until the queue is closed.
    func run(_ database: Database, _ memory: SQLiteWriterMemory) {
        var memory = memory
        var requests: [AppendQueue.Request] = []
        while queue.take(into: &requests) {
            let answers = answers(to: requests[...], database, &memory)
            for (request, answer) in zip(requests, answers) { request.continuation.resume(with: answer) }
        }
    }

    private typealias Answer = Result<AppendResult, any Error>

    private func answers(
        to requests: ArraySlice<AppendQueue.Request>, _ database: Database, _ memory: inout SQLiteWriterMemory
    ) -> [Answer] {
        do {
            return try write(requests, database, &memory)
        } catch {
            // One append left the transaction half written: each is retried alone, and has its own result.
            guard requests.count > 1 else { return [.failure(error)] }
            return requests.indices.flatMap { answers(to: requests[$0...$0], database, &memory) }
        }
    }

    private func write(
        _ requests: ArraySlice<AppendQueue.Request>, _ database: Database, _ memory: inout SQLiteWriterMemory
    ) throws -> [Answer] {
        for request in requests { try memory.schema.makeRoom(for: request.commit, in: database) }
        let writer = try SQLiteCommitWriter(database, schema: memory.schema)
        var written = GroupStatistics(groups: 1, appends: 0, events: 0)
        let answers = try writer.inTransaction(&memory) { memory in
            let now = realNanoseconds()
            return try requests.map { request -> Answer in
                do {
                    let result = try writer.write(request.commit, &memory, now: now)
                    written.appends += 1
                    written.events += request.commit.entries.count
                    return .success(result)
                } catch let error as EventStoreError {
                    // It was checked before anything of it was written: the others are unaffected.
                    return .failure(error)
                }
            }
        }
        if written.appends > 0 { counts.withLock { $0.add(written) } }
        return answers
    }
}

extension GroupStatistics {
    /// Adds the counts of other transactions.
    mutating func add(_ other: GroupStatistics) {
        groups += other.groups
        appends += other.appends
        events += other.events
    }
}
