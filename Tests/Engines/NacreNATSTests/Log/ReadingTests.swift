import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

@testable import NacreNATS

extension NATSLogTests {
    @Suite(.fewAtOnce) struct ReadingTests {
        @Test func `an empty log has neither tail nor entries`() async throws {
            let log = try await servers().log()
            #expect(try await log.bounds() == LogBounds(trimmed: .zero, tail: .zero))
            #expect(try await log.entry(at: LogSequence(1)) == nil)
            #expect(try await log.entry(at: .zero) == nil)
            await log.close()
        }

        @Test func `bounds read on any node see every entry that was committed before`() async throws {
            let stream = NATSServers.freshStream()
            let (writer, reader) = (
                try await servers().log(stream, servers: 0..<1), try await servers().log(stream, servers: 2..<3)
            )
            for sequence in 0..<30 as Range<UInt64> {
                try await writer.append([1], after: LogSequence(sequence))
                #expect(try await reader.bounds().tail == LogSequence(sequence + 1))
            }
            await writer.close()
            await reader.close()
        }

        @Test func `concurrent readers of the bounds see what was committed before each`() async throws {
            let log = try await servers().log()
            try await withThrowingTaskGroup(of: (UInt64, LogSequence).self) { group in
                for sequence in 0..<40 as Range<UInt64> {
                    try await log.append([1], after: LogSequence(sequence))
                    group.addTask { (sequence, try await log.bounds().tail) }
                }
                for try await (sequence, tail) in group { #expect(tail.number > sequence) }
            }
            await log.close()
        }

        @Test func `a follower gets what is there and then what comes, from any sequence`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [2], [3]])
            let following = Task { try await log.firstEntries(4, after: LogSequence(1)) }
            try await Task.sleep(for: .milliseconds(300))
            try await log.append([[4], [5]], after: 3)
            #expect(try await following.value.map(\.bytes) == [[2], [3], [4], [5]])
            #expect(try await following.value.map(\.sequence.number) == [2, 3, 4, 5])
            await log.close()
        }

        @Test func `a follower of more entries than a batch gets each once, from one consumer`() async throws {
            let log = try await servers().log()
            let count = Consumer.batch * 2 + 10
            try await log.append((0..<count).map { [UInt8(truncatingIfNeeded: $0)] })
            let follower = EntryFollower(log, after: .zero)
            var entries: [SequencedEntry] = []
            while entries.count < count, let entry = try await follower.next() { entries.append(entry) }
            #expect(await follower.consumerCount == 1)
            #expect(entries.map(\.sequence.number) == Array(1...UInt64(count)))
            #expect(entries.map(\.bytes) == (0..<count).map { [UInt8(truncatingIfNeeded: $0)] })
            await log.close()
        }

        @Test func `followers that stop while entries arrive do no harm to others`() async throws {
            let log = try await servers().log()
            let entry = [UInt8](repeating: 7, count: 300_000)
            try await log.append(Array(repeating: entry, count: 40))
            for _ in 0..<60 { #expect(try await log.firstEntries(1).map(\.bytes) == [entry]) }
            #expect(try await log.firstEntries(40).count == 40)
            await log.close()
        }

        @Test func `a follower that is cancelled ends`() async throws {
            let log = try await servers().log()
            let following = Task { try await log.firstEntries(1) }
            try await Task.sleep(for: .milliseconds(300))
            following.cancel()
            #expect(try await following.value.isEmpty)
            await log.close()
        }

        @Test func `following from beyond the end of the log fails`() async throws {
            let log = try await servers().log()
            try await log.append([[1]])
            #expect(try await code { try await log.firstEntries(1, after: LogSequence(5)) }.code == .foreignContent)
            await log.close()
        }

        @Test func `the health names the servers, their versions and the leader`() async throws {
            let log = try await servers().log()
            try await log.append([[1, 2, 3]])
            let health = await log.health()
            #expect(health.servers.map(\.name) == ["server-1", "server-2", "server-3"])
            #expect(health.servers.count { $0.isLeader == true } == 1)
            #expect(health.servers.allSatisfy { $0.isReachable && $0.version == "2.15.0" })
            #expect((health.byteCount ?? 0) > 0)
            await log.close()
        }
    }
}
