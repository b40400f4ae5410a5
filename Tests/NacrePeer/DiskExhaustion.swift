import InMemoryLogging
import Logging
import Nacre
import NacreLMDB
import PeerMessages

/// Appends until the disk is full, then reads; reports the outcome of every append and of the read.
struct DiskExhaustion {
    let store: LMDBEventStore
    let log: InMemoryLogHandler
    let writers: Int

    func run() async throws -> PeerDiskFailure {
        var report = await withTaskGroup(of: PeerDiskFailure.self) { group in
            for writer in 0..<writers {
                group.addTask { await append(to: "s-\(writer)") }
            }
            return await group.reduce(into: PeerDiskFailure()) { sum, part in
                sum.acknowledged += part.acknowledged
                sum.failures.merge(part.failures, uniquingKeysWith: +)
            }
        }
        report.head = try await store.head()
        for try await _ in store.readLog() { report.read += 1 }
        report.logged = log.entries.filter { $0.level >= .warning }.map { "\($0.message): \($0.metadata)" }
        return report
    }

    private func append(to stream: StreamName) async -> PeerDiskFailure {
        var report = PeerDiskFailure()
        let event = EventData(type: "Stored", data: [UInt8](repeating: 7, count: 5_000))
        // Again after the first failure: later appends must be answered, too.
        for _ in 0..<2 {
            do {
                while true {
                    try await store.append([event], to: stream)
                    report.acknowledged += 1
                }
            } catch let error as EventStoreError {
                let outcome = error.outcome.map { "\($0)" } ?? "none"
                report.failures["\(error.code) \(outcome)", default: 0] += 1
            } catch {
                report.failures["\(error)", default: 0] += 1
            }
        }
        return report
    }
}
