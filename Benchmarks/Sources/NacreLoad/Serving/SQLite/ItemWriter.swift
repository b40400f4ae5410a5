import FeatureAPI
import Foundation
import GRDB
import ItemsDomain

/// Makes changes durable.
protocol ItemWriter: Sendable {
    func apply(_ change: ItemChange) async throws -> ItemDetails

    /// Finishes waiting changes.
    func close() async throws
}

/// A transaction for every change.
struct SingleItemWriter: ItemWriter {
    let database: ItemDatabase

    func apply(_ change: ItemChange) async throws -> ItemDetails {
        try await database.pool.write { try change.apply(to: $0) }
    }

    func close() {}
}

/// A transaction for all changes that wait, on a thread that keeps the writing connection.
final class GroupingItemWriter: ItemWriter {
    private typealias Queue = RequestQueue<ItemChange, ItemDetails>
    private typealias Answer = Result<ItemDetails, any Error>

    private let queue = Queue()
    private let end = DispatchSemaphore(value: 0)

    init(_ database: ItemDatabase) {
        let thread = Thread { [pool = database.pool, queue, end] in
            pool.writeWithoutTransaction { database in
                var requests: [Queue.Request] = []
                while queue.take(into: &requests) {
                    let answers = Self.answers(to: requests.map(\.call), in: database)
                    for (request, answer) in zip(requests, answers) { request.continuation.resume(with: answer) }
                }
            }
            end.signal()
        }
        thread.name = "sqlite-group"
        thread.start()
    }

    private static func answers(to changes: [ItemChange], in database: Database) -> [Answer] {
        do {
            var answers: [Answer] = []
            try database.inTransaction(.immediate) {
                answers = try changes.map { change in
                    do {
                        return .success(try change.apply(to: database))
                    } catch let problem as Problem {
                        // It was refused before anything of it was written: the others are unaffected.
                        return .failure(problem)
                    }
                }
                return .commit
            }
            return answers
        } catch {
            // One change aborted the transaction: each is retried alone, and has its own result.
            guard changes.count > 1 else { return [.failure(error)] }
            return changes.flatMap { answers(to: [$0], in: database) }
        }
    }

    func apply(_ change: ItemChange) async throws -> ItemDetails { try await queue.answer(to: change) }

    func close() async throws {
        queue.close()
        try await onDedicatedThread { [end] in end.wait() }
    }
}
