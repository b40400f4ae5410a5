import Foundation
import NacreEtcd
import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

/// Following a log: catching up, and then each entry as it is appended.
@Suite(.fewAtOnce) struct EtcdFollowingTests {
    @Test func `following catches up over many pages, and goes on with what is appended`() async throws {
        let servers = try await EtcdServers.shared()
        let log = try servers.newLog()
        try await log.fill(1...400)
        async let texts = log.texts(after: 0, count: 460)
        async let later = log.texts(after: 390, count: 70)
        try await log.fill(401...460)
        #expect(try await texts == (1...460).map { "entry \($0)" })
        #expect(try await later == (391...460).map { "entry \($0)" })
        await log.close()
    }

    @Test func `large entries behind small ones are read`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...70)
        for sequence in UInt64(71)...82 {
            let text = String(repeating: "\(sequence % 10)", count: 1 << 20)
            try await log.appendCommitted(text, expecting: sequence - 1)
        }
        let texts = try await log.texts(after: 0, count: 82)
        #expect(texts.prefix(70) == ArraySlice((1...70).map { "entry \($0)" }))
        #expect(texts.suffix(12).map(\.count) == Array(repeating: 1 << 20, count: 12))
        #expect(texts.suffix(12).map(\.first) == (71...82).map { Character("\($0 % 10)") })
        await log.close()
    }

    @Test func `a slow reader gets every entry once`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.appendCommitted("first", expecting: 0)
        var iterator = log.entries(after: .zero).makeAsyncIterator()
        #expect(try await iterator.next()?.sequence == LogSequence(1))
        // More than is read ahead, so that the watch has to wait.
        let text = String(repeating: "x", count: 500_000)
        for sequence in UInt64(2)...31 { try await log.appendCommitted(text, expecting: sequence - 1) }
        for sequence in UInt64(2)...31 {
            let entry = try await iterator.next()
            #expect(entry?.sequence.number == sequence)
            #expect(entry?.bytes.count == 500_000)
        }
        await log.close()
    }

    @Test func `an entry that another client appends arrives at one that waits`() async throws {
        let servers = try await EtcdServers.shared()
        let prefix = "wait-\(UUID().uuidString)"
        let (writer, reader) = (try servers.log(prefix: prefix, on: [0]), try servers.log(prefix: prefix, on: [1]))
        async let text = reader.texts(after: 0, count: 1)
        // An empty log is followed, too.
        try await Task.sleep(for: .milliseconds(300))
        try await writer.fill(1...1)
        #expect(try await text == ["entry 1"])
        await writer.close()
        await reader.close()
    }

    @Test func `a silent log is followed for longer than it may say nothing`() async throws {
        let log = try await EtcdServers.shared().newLog {
            $0.watchProbeInterval = .milliseconds(100)
            $0.deadline = .seconds(3)
        }
        try await log.fill(1...1)
        async let texts = log.texts(after: 0, count: 2)
        try await Task.sleep(for: .seconds(3))
        try await log.fill(2...2)
        #expect(try await texts == ["entry 1", "entry 2"])
        await log.close()
    }

    @Test func `cancelling ends an iteration that waits`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...1)
        let task = Task { () async throws -> SequencedEntry? in
            for try await entry in log.entries(after: LogSequence(1)) { return entry }
            return nil
        }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        let result = await task.result
        if case .success(let entry?) = result { Issue.record("there is no entry, but \(entry)") }
        // The log goes on.
        #expect(try await log.bounds().tail == LogSequence(1))
        await log.close()
    }

    @Test func `closing the log ends an iteration that waits`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...1)
        async let code = log.code { try await $0.texts(after: 0, count: 2) }
        try await Task.sleep(for: .milliseconds(300))
        await log.close()
        #expect(await code == .closed)
    }

    @Test func `following goes on when the history is compacted behind it`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...5)
        var iterator = log.entries(after: LogSequence(4)).makeAsyncIterator()
        #expect(try await iterator.next()?.sequence == LogSequence(5))
        for sequence in UInt64(6)...20 {
            try await log.fill(sequence...sequence)
            try await log.trim(upTo: LogSequence(sequence - 3))
            #expect(try await iterator.next()?.bytes == Array("entry \(sequence)".utf8))
        }
        await log.close()
    }
}
