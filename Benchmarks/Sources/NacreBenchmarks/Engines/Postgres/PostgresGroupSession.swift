import Foundation
import Nacre
import Synchronization

/// An open store on PostgreSQL: one connection writes all waiting appends in one transaction.
final class PostgresGroupSession: PostgresReadingSession {
    /// The number of connections that read.
    private static let readers = 4

    private let writer: PostgresPool
    let readers: PostgresPool
    private let queue = AppendQueue()
    private let appender = PostgresAppender()
    private let counts = Mutex(GroupStatistics(groups: 0, appends: 0, events: 0))
    private let end = DispatchSemaphore(value: 0)

    /// Connects to a store, and starts the writer thread.
    init(_ store: PostgresStore, _ durability: Durability) async throws {
        writer = try await PostgresPool.open(1) {
            let connection = try store.connect(durability)
            try PostgresAppender.prepare(connection)
            return connection
        }
        do {
            readers = try await PostgresPool.open(Self.readers) {
                try Self.connectReader(to: store, durability)
            }
        } catch {
            await writer.close()
            throw error
        }
        // The thread uses the connection once, for all writing until the queue is closed.
        writer.begin { [self] connection in
            var requests: [AppendQueue.Request] = []
            while queue.take(into: &requests) {
                for (request, answer) in zip(requests, answers(to: requests, connection)) {
                    request.continuation.resume(with: answer)
                }
            }
            end.signal()
        }
    }

    private typealias Answer = Result<AppendResult, any Error>

    private func answers(to requests: [AppendQueue.Request], _ connection: PostgresConnection) -> [Answer] {
        let prepared = requests.map { request in Result { try appender.prepare(request.commit) } }
        var answers = write(prepared.compactMap { try? $0.get() }, connection)[...]
        // An append that failed preparation was not sent, and has its error.
        return prepared.map { commit in
            switch commit {
            case .failure(let error): .failure(error)
            case .success: answers.removeFirst()
            }
        }
    }

    private func write(_ commits: [PostgresCommit], _ connection: PostgresConnection) -> [Answer] {
        guard !commits.isEmpty else { return [] }
        do {
            let answers = try appender.append(commits, on: connection)
            var written = GroupStatistics(groups: 1, appends: 0, events: 0)
            for (commit, answer) in zip(commits, answers) {
                guard case .success = answer else { continue }
                written.appends += 1
                written.events += commit.events
            }
            if written.appends > 0 { counts.withLock { $0.add(written) } }
            return answers
        } catch {
            // One append aborted the transaction: each is retried alone, and has its own result.
            guard commits.count > 1 else { return [.failure(error)] }
            return commits.flatMap { write([$0], connection) }
        }
    }

    func append(_ commit: Commit) async throws -> AppendResult { try await queue.append(commit) }

    var groups: GroupStatistics? { counts.withLock(\.self) }

    func close() async throws {
        queue.close()
        try await onDedicatedThread { [end] in
            end.wait()
            // A second close returns at once.
            end.signal()
        }
        await writer.close()
        await readers.close()
    }
}
