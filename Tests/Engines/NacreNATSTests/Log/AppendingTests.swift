import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

@testable import NacreNATS

extension NATSLogTests {
    @Suite(.fewAtOnce) struct AppendingTests {
        @Test func `entries stand one behind the other`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [], Array(0...255)])
            #expect(try await log.entry(at: LogSequence(1)) == SequencedEntry(sequence: LogSequence(1), bytes: [1]))
            #expect(try await log.entry(at: LogSequence(2))?.bytes == [])
            #expect(try await log.entry(at: LogSequence(3))?.bytes == Array(0...255))
            await log.close()
        }

        @Test func `an append behind another sequence than the last is a conflict and changes nothing`() async throws {
            let log = try await servers().log()
            try await log.append([[1], [2]])
            for sequence in [0, 1, 3, 99] as [UInt64] {
                #expect(try await log.append([9], expecting: LogSequence(sequence)).isConflict)
            }
            #expect(try await log.bounds() == LogBounds(trimmed: .zero, tail: LogSequence(2)))
            #expect(try await log.append([3], expecting: LogSequence(2)).sequence == LogSequence(3))
            await log.close()
        }

        @Test func `of concurrent appends behind one sequence exactly one is committed`() async throws {
            let stream = NATSServers.freshStream()
            let logs = [
                try await servers().log(stream, servers: 0..<1), try await servers().log(stream, servers: 1..<2),
                try await servers().log(stream, servers: 2..<3),
            ]
            let rounds: UInt64 = 25
            var winners: [[UInt8]] = []
            for round in 0..<rounds {
                let outcomes = try await withThrowingTaskGroup(of: (UInt8, LogAppendOutcome).self) { group in
                    for node in 0..<6 as Range<UInt8> {
                        group.addTask {
                            let log = logs[Int(node) % logs.count]
                            return (node, try await log.append([UInt8(round), node], expecting: LogSequence(round)))
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let committed = outcomes.filter { $0.1.sequence == LogSequence(round + 1) }
                try #require(committed.count == 1)
                #expect(outcomes.count { $0.1.isConflict } == 5)
                winners.append([UInt8(round), committed[0].0])
            }
            let entries = try await logs[0].firstEntries(Int(rounds))
            #expect(entries.map(\.bytes) == winners)
            #expect(entries.map(\.sequence.number) == Array(1...rounds))
            for log in logs { await log.close() }
        }

        @Test func `an entry of the limit is taken and one byte more is refused`() async throws {
            let log = try await servers().log()
            let limit = log.entryByteLimit
            #expect(limit > 1_000_000 && limit < 1 << 20)
            let largest = (0..<limit).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect(try await log.append(largest, expecting: .zero).sequence == LogSequence(1))
            let error = try await code { try await log.append(largest + [0], expecting: LogSequence(1)) }
            #expect(error.code == .entryTooLarge)
            #expect(error.message.contains("\(limit)"))
            #expect(try await log.entry(at: LogSequence(1))?.bytes == largest)
            #expect(try await log.firstEntries(1).first?.bytes == largest)
            await log.close()
        }

        @Test func `a stream that is full refuses, and appended nothing`() async throws {
            let log = try await servers().log("ready")
            let stream = NATSServers.freshStream()
            let configuration = """
                {"name":"\(stream)","subjects":["nacre.\(stream)"],"retention":"limits","storage":"file","num_replicas":3,\
                "discard":"new","max_bytes":100000,"deny_delete":true}
                """
            _ = try await log.stream.call("STREAM.CREATE.\(stream)", Array(configuration.utf8), within: .seconds(10))
            await log.close()
            let full = try await servers().log(stream)
            try await full.append([Array(repeating: 1, count: 60_000)])
            let error = try await code {
                try await full.append(Array(repeating: 1, count: 60_000), expecting: LogSequence(1))
            }
            #expect(error.code == .noSpace)
            #expect(try await full.bounds().tail == LogSequence(1))
            await full.close()
        }

        @Test func `a user who may not append is refused at once`() async throws {
            let stream = NATSServers.freshStream()
            let log = try await servers().log(stream)
            try await log.append([[1]])
            let reader = try await servers().log(stream, as: NATSServers.reader) { $0.requestTimeout = .seconds(60) }
            let error = try await code { try await reader.append([2], expecting: LogSequence(1)) }
            #expect(error.code == .denied)
            #expect(try await reader.entry(at: LogSequence(1))?.bytes == [1])
            #expect(try await log.bounds().tail == LogSequence(1))
            await reader.close()
            await log.close()
        }

        @Test func `a closed log refuses everything and may be closed again`() async throws {
            let log = try await servers().log()
            try await log.append([[1]])
            let following = Task { try await log.firstEntries(2) }
            try await Task.sleep(for: .milliseconds(200))
            await log.close()
            await log.close()
            #expect(try await code { try await following.value }.code == .closed)
            #expect(try await code { try await log.append([2], expecting: LogSequence(1)) }.code == .closed)
            #expect(try await code { try await log.bounds() }.code == .closed)
            #expect(try await code { try await log.entry(at: LogSequence(1)) }.code == .closed)
            #expect(try await code { try await log.prepare() }.code == .closed)
        }
    }
}
