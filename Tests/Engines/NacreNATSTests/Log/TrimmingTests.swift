import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

@testable import NacreNATS

extension NATSLogTests {
    @Suite(.fewAtOnce) struct TrimmingTests {
        @Test func `a trimmed log forgets and keeps its numbering`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [2], [3], [4]])
            try await log.trim(upTo: LogSequence(2))
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(2), tail: LogSequence(4)))
            #expect(try await code { try await log.entry(at: LogSequence(2)) }.code == .trimmed)
            #expect(try await log.entry(at: LogSequence(3))?.bytes == [3])
            #expect(try await log.firstEntries(2, after: LogSequence(2)).map(\.bytes) == [[3], [4]])
            await log.close()
        }

        @Test func `forgetting the first entry alone forgets no other`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [2]])
            try await log.trim(upTo: .zero)
            #expect(try await log.bounds() == LogBounds(trimmed: .zero, tail: LogSequence(2)))
            try await log.trim(upTo: LogSequence(1))
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(1), tail: LogSequence(2)))
            await log.close()
        }

        @Test func `a log that has forgotten everything goes on behind its last sequence`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [2]])
            try await log.trim(upTo: LogSequence(2))
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(2), tail: LogSequence(2)))
            #expect(try await log.append([9], expecting: .zero).isConflict)
            #expect(try await log.append([3], expecting: LogSequence(2)).sequence == LogSequence(3))
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(2), tail: LogSequence(3)))
            await log.close()
        }

        @Test func `forgetting what is forgotten is no error, and beyond the end is refused`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [2], [3]])
            try await log.trim(upTo: LogSequence(2))
            try await log.trim(upTo: LogSequence(2))
            try await log.trim(upTo: LogSequence(1))
            #expect(try await code { try await log.trim(upTo: LogSequence(4)) }.code == .foreignContent)
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(2), tail: LogSequence(3)))
            await log.close()
        }

        @Test func `following fails if the next entry is forgotten`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [2], [3]])
            try await log.trim(upTo: LogSequence(2))
            for sequence in [0, 1] as [UInt64] {
                let error = try await code { try await log.firstEntries(1, after: LogSequence(sequence)) }
                #expect(error.code == .trimmed)
            }
            await log.close()
        }

        @Test func `following fails when trimming overtakes it`() async throws {
            let log = try await servers().log()
            try await log.append((0..<Consumer.batch + 10).map { _ in [1] })
            // The first batch has arrived, and the next is not asked for.
            var iterator = log.entries(after: .zero).makeAsyncIterator()
            #expect(try await iterator.next()?.sequence == LogSequence(1))
            let tail = LogSequence(UInt64(Consumer.batch + 10))
            try await log.trim(upTo: tail)
            var last = LogSequence(1)
            var failure: ReplicatedLogError?
            do {
                while let entry = try await iterator.next() {
                    #expect(entry.sequence == last.next)
                    last = entry.sequence
                }
            } catch let error as ReplicatedLogError {
                failure = error
            }
            #expect(failure?.code == .trimmed)
            #expect(last < tail)
            await log.close()
        }
    }
}
