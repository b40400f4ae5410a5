import Foundation
import NacreEtcd
import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

/// Forgetting entries.
@Suite(.fewAtOnce) struct EtcdTrimmingTests {
    @Test func `a trimmed log keeps its numbering, and says what it has forgotten`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...10)
        try await log.trim(upTo: LogSequence(6))
        #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(6), tail: LogSequence(10)))
        #expect(await log.code { try await $0.entry(at: LogSequence(6)) } == .trimmed)
        #expect(try await log.entry(at: LogSequence(7))?.bytes == Array("entry 7".utf8))
        #expect(await log.code { try await $0.texts(after: 5, count: 1) } == .trimmed)
        #expect(try await log.texts(after: 6, count: 4) == (7...10).map { "entry \($0)" })
        try await log.fill(11...11)
        try await log.prepare()
        #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(6), tail: LogSequence(11)))
        await log.close()
    }

    @Test func `forgetting what is forgotten changes nothing`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...5)
        try await log.trim(upTo: LogSequence(3))
        for sequence in [3, 2, 0] as [UInt64] {
            try await log.trim(upTo: LogSequence(sequence))
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(3), tail: LogSequence(5)))
        }
        await log.close()
    }

    @Test func `a log of which all is forgotten goes on`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...4)
        try await log.trim(upTo: LogSequence(4))
        #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(4), tail: LogSequence(4)))
        try await log.prepare()
        guard case .conflict = try await log.append([1], expecting: .zero) else { throw NotCommitted(outcome: "first") }
        try await log.fill(5...5)
        #expect(try await log.texts(after: 4, count: 1) == ["entry 5"])
        await log.close()
    }

    @Test func `nothing beyond the end can be forgotten`() async throws {
        let log = try await EtcdServers.shared().newLog()
        try await log.fill(1...2)
        #expect(await log.code { try await $0.trim(upTo: LogSequence(3)) } == .foreignContent)
        #expect(try await log.bounds() == LogBounds(trimmed: .zero, tail: LogSequence(2)))
        await log.close()
    }

    @Test func `clients that trim at the same time never go backward`() async throws {
        let servers = try await EtcdServers.shared()
        let log = try servers.newLog()
        try await log.fill(1...40)
        try await withThrowingTaskGroup { group in
            for sequence in [5, 40, 17, 33, 8, 21] as [UInt64] {
                group.addTask { try await log.trim(upTo: LogSequence(sequence)) }
            }
            try await group.waitForAll()
        }
        #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(40), tail: LogSequence(40)))
        await log.close()
    }

    @Test func `forgotten entries are erased from the history`() async throws {
        let servers = try await EtcdServers.shared()
        let prefix = "erased-\(UUID().uuidString)"
        let log = try servers.log(prefix: prefix)
        try await log.fill(1...3)
        let key = "\(prefix)/entries/00000000000000000001"
        struct Reply: Decodable { let header: Header }
        struct Header: Decodable { let revision: Int }
        var (revision, before) = (0, "")
        // Other tests trim their logs on these servers meanwhile, which compacts the history of all keys.
        repeat {
            let output = try await servers.control("get", key, "--write-out", "json")
            revision = try JSONDecoder().decode(Reply.self, from: Data(output.utf8)).header.revision
            before = (try? await servers.control("get", key, "--rev", "\(revision)")) ?? ""
        } while before.isEmpty
        #expect(before.contains("entry 1"))
        try await log.trim(upTo: LogSequence(2))
        let after = try await servers.control("get", key, "--rev", "\(revision)", isExpectedToFail: true)
        #expect(after.contains("compacted"))
        try await log.defragment()
        #expect(try await log.texts(after: 2, count: 1) == ["entry 3"])
        await log.close()
    }

    @Test func `what was forgotten is found out from the entries where its key is missing`() async throws {
        let servers = try await EtcdServers.shared()
        let prefix = "keyless-\(UUID().uuidString)"
        let log = try servers.log(prefix: prefix)
        try await log.fill(1...9)
        try await log.trim(upTo: LogSequence(4))
        // So does trimming when etcd has no space for the key.
        try await servers.control("del", "\(prefix)/trimmed")
        #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(4), tail: LogSequence(9)))
        #expect(await log.code { try await $0.texts(after: 2, count: 1) } == .trimmed)
        try await log.prepare()
        try await log.trim(upTo: LogSequence(9))
        #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(9), tail: LogSequence(9)))
        await log.close()
    }
}
