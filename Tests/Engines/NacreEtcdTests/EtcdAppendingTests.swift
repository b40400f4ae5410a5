import Foundation
import NacreEtcd
import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

/// Appending with an expectation, which is the fence, and what is read afterwards.
@Suite(.fewAtOnce) struct EtcdAppendingTests {
    @Test func `an entry stands behind the last one, and is read as it was appended`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.prepare()
        #expect(try await log.bounds() == LogBounds(trimmed: .zero, tail: .zero))
        #expect(try await log.entry(at: LogSequence(1)) == nil)
        try await log.fill(1...2)
        let bytes = [UInt8](repeating: 0xFF, count: 300_000)
        guard case .committed(LogSequence(3)) = try await log.append(bytes, expecting: LogSequence(2)) else {
            throw NotCommitted(outcome: "third")
        }
        #expect(try await log.entry(at: LogSequence(2))?.bytes == Array("entry 2".utf8))
        #expect(try await log.entry(at: LogSequence(3)) == SequencedEntry(sequence: LogSequence(3), bytes: bytes))
        #expect(try await log.entry(at: LogSequence(4)) == nil)
        #expect(try await log.bounds() == LogBounds(trimmed: .zero, tail: LogSequence(3)))
        try await log.prepare()
        await log.close()
    }

    @Test func `an empty entry is an entry`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.appendCommitted("", expecting: 0)
        #expect(try await log.entry(at: LogSequence(1))?.bytes == [])
        await log.close()
    }

    @Test func `an append that expects an earlier end conflicts, and so does one that was committed before`()
        async throws
    {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...2)
        for (text, sequence) in [("other", 1), ("entry 2", 1), ("other", 0)] as [(String, UInt64)] {
            let outcome = try await log.append(Array(text.utf8), expecting: LogSequence(sequence))
            guard case .conflict = outcome else { throw NotCommitted(outcome: "\(outcome)") }
        }
        #expect(try await log.bounds().tail == LogSequence(2))
        #expect(try await log.entry(at: LogSequence(2))?.bytes == Array("entry 2".utf8))
        await log.close()
    }

    @Test func `of concurrent appends one wins each sequence`() async throws {
        let servers = try await EtcdServers.shared()
        let prefix = "race-\(UUID().uuidString)"
        let won = try await withThrowingTaskGroup(of: [(UInt64, String)].self) { group in
            for client in 0..<6 {
                // Each client speaks to another server first.
                let log = try servers.log(prefix: prefix, on: [client % 3, (client + 1) % 3])
                group.addTask {
                    var expected: UInt64 = 0
                    var won: [(UInt64, String)] = []
                    for round in 0..<30 {
                        let text = "client \(client) round \(round)"
                        switch try await log.append(Array(text.utf8), expecting: LogSequence(expected)) {
                        case .committed(let sequence):
                            #expect(sequence.number == expected + 1)
                            won.append((sequence.number, text))
                            expected = sequence.number
                        case .conflict: expected = try await log.bounds().tail.number
                        case .unknown(let error): throw error
                        }
                    }
                    await log.close()
                    return won
                }
            }
            var won: [UInt64: [String]] = [:]
            for try await texts in group { for (sequence, text) in texts { won[sequence, default: []].append(text) } }
            return won
        }
        let log = try servers.log(prefix: prefix)
        let tail = try await log.bounds().tail.number
        #expect(won.keys.sorted() == Array(1...tail))
        #expect(won.values.allSatisfy { $0.count == 1 })
        #expect(try await log.texts(after: 0, count: Int(tail)) == (1...tail).map { won[$0]?.first ?? "" })
        await log.close()
    }

    @Test func `logs whose prefixes begin alike are separate`() async throws {
        let servers = try await EtcdServers.shared()
        let prefix = "alike-\(UUID().uuidString)"
        let logs = try ["", "2", "/more", "/tail"].map { try servers.log(prefix: prefix + $0) }
        for (index, log) in logs.enumerated() {
            try await log.appendCommitted("log \(index)", expecting: 0)
            try await log.appendCommitted("second", expecting: 1)
        }
        for (index, log) in logs.enumerated() {
            try await log.prepare()
            #expect(try await log.texts(after: 0, count: 2) == ["log \(index)", "second"])
            #expect(try await log.bounds().tail == LogSequence(2))
            await log.close()
        }
    }

    @Test func `an entry beyond the limit is refused, be it the option's or the servers'`() async throws {
        let servers = try await EtcdServers.shared()
        let small = try servers.newLog { $0.entryByteLimit = 100 }
        #expect(small.entryByteLimit == 100)
        let bytes = [UInt8](repeating: 1, count: 101)
        #expect(await small.code { try await $0.append(bytes, expecting: .zero) } == .entryTooLarge)
        _ = try await small.append(Array(bytes.dropLast()), expecting: .zero)
        #expect(try await small.bounds().tail == LogSequence(1))
        await small.close()
        // etcd has two limits: for a request, and, a little larger, for a message.
        let large = try servers.newLog { $0.entryByteLimit = 8 << 20 }
        for count in [1_600_000, 4 << 20] {
            let bytes = [UInt8](repeating: 1, count: count)
            #expect(await large.code { try await $0.append(bytes, expecting: .zero) } == .entryTooLarge)
        }
        #expect(try await large.bounds().tail == .zero)
        let largest = [UInt8](repeating: 2, count: 1 << 20)
        guard case .committed = try await large.append(largest, expecting: .zero) else {
            throw NotCommitted(outcome: "1 MiB")
        }
        await large.close()
    }

    @Test func `calls to a closed log fail, and closing twice is safe`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...1)
        await log.close()
        await log.close()
        #expect(await log.code { try await $0.append([1], expecting: LogSequence(1)) } == .closed)
        #expect(await log.code { try await $0.bounds() } == .closed)
        #expect(await log.code { try await $0.entry(at: LogSequence(1)) } == .closed)
        #expect(await log.code { try await $0.texts(after: 0, count: 1) } == .closed)
        #expect(await log.code { try await $0.trim(upTo: LogSequence(1)) } == .closed)
    }

    @Test func `what others have written under the prefix is recognised`() async throws {
        let servers = try await EtcdServers.shared()
        let prefix = "foreign-\(UUID().uuidString)"
        let log = try servers.log(prefix: prefix)
        try await servers.control("put", "\(prefix)/entries/00000000000000000001", "theirs")
        #expect(await log.code { try await $0.prepare() } == .foreignContent)
        #expect(await log.code { try await $0.append([1], expecting: .zero) } == .foreignContent)
        try await servers.control("del", "\(prefix)/entries/00000000000000000001")
        try await log.fill(1...3)

        try await servers.control("put", "\(prefix)/tail", "many")
        #expect(await log.code { try await $0.bounds() } == .foreignContent)
        #expect(await log.code { try await $0.append([1], expecting: LogSequence(3)) } == .foreignContent)
        try await servers.control("put", "\(prefix)/tail", "3")

        try await servers.control("put", "\(prefix)/entries/x", "theirs")
        #expect(await log.code { try await $0.prepare() } == .foreignContent)
        try await servers.control("del", "\(prefix)/entries/x")
        try await log.prepare()

        try await servers.control("del", "\(prefix)/entries/00000000000000000002")
        #expect(await log.code { try await $0.entry(at: LogSequence(2)) } == .foreignContent)
        #expect(await log.code { try await $0.texts(after: 1, count: 1) } == .foreignContent)
        await log.close()
    }

    @Test func `a log that ends before what the store has is not its log`() async throws {
        let servers = try await EtcdServers.shared()
        let log = try servers.newLog()
        try await log.fill(1...2)
        #expect(await log.code { try await $0.append([1], expecting: LogSequence(9)) } == .foreignContent)
        #expect(await log.code { try await $0.texts(after: 9, count: 1) } == .foreignContent)
        #expect(try await log.bounds().tail == LogSequence(2))
        await log.close()
    }
}
