import NacreReplicated
import ReplicatedLogServers
import Testing

@testable import NacreNATS

/// Servers that are killed and paused: one test after the other, over servers of their own.
@Suite(.servers(), .serialized) struct FailingServersTests {
    @Test func `a follower gets every entry once while the stream's leader is killed and comes back`() async throws {
        let servers = try servers()
        let log = try await servers.log { $0.requestTimeout = .seconds(2) }
        let following = Task { try await log.firstEntries(60) }
        for number in 0..<20 as Range<UInt64> { try await log.append([UInt8(number)], after: LogSequence(number)) }
        let leader = try #require(try await servers.leader(of: log))
        try await servers.kill(leader)
        for number in 20..<40 as Range<UInt64> {
            try await log.append([UInt8(number)], after: LogSequence(number))
        }
        try await servers.start(leader)
        for number in 40..<60 as Range<UInt64> {
            try await log.append([UInt8(number)], after: LogSequence(number))
        }
        let entries = try await following.value
        #expect(entries.map(\.sequence.number) == Array(1...60))
        #expect(entries.map(\.bytes) == (0..<60).map { [UInt8($0)] })
        await log.close()
        try await servers.awaitReplicas()
    }

    @Test func `without a majority an append is unknown, reads are unreachable, and the entry is there once at most`()
        async throws
    {
        let servers = try servers()
        let log = try await servers.log { $0.requestTimeout = .seconds(2) }
        try await log.append([1], after: .zero)
        let leader = try #require(try await servers.leader(of: log))
        let others = servers.ports.indices.filter { $0 != leader }
        // The connection may be to a paused server: the log then looks for another one.
        for index in others { servers.pause(index) }
        // The threads of a process stop one after the other: what they have begun is done.
        try await Task.sleep(for: .milliseconds(300))
        var outcome: LogAppendOutcome?
        let end = ContinuousClock.now + .seconds(15)
        while outcome == nil, ContinuousClock.now < end {
            do {
                outcome = try await log.append([2], expecting: LogSequence(1))
            } catch let error as ReplicatedLogError where error.code == .unreachable {
                // Certainly not appended: there was no connection.
            }
        }
        #expect(outcome?.isUnknown == true)
        #expect(try await code { try await log.bounds() }.code == .unreachable)
        #expect(try await code { try await log.entry(at: LogSequence(2)) }.code == .unreachable)
        for index in others { servers.resume(index) }
        try await log.append([2], after: LogSequence(1))
        try await log.append([3], after: LogSequence(2))
        #expect(try await log.firstEntries(3).map(\.bytes) == [[1], [2], [3]])
        #expect(try await log.bounds().tail == LogSequence(3))
        await log.close()
        try await servers.awaitReplicas()
    }

    @Test func `a log goes on over another server when its own stops answering`() async throws {
        let servers = try servers()
        let log = try await servers.log { $0.requestTimeout = .seconds(2) }
        try await log.append([1], after: .zero)
        let connected = try await log.stream.greeting(within: .seconds(2)).server.name
        let index = try #require(servers.ports.indices.first { NATSServers.name($0) == connected })
        let following = Task { try await log.firstEntries(2) }
        servers.pause(index)
        try await log.append([2], after: LogSequence(1))
        #expect(try await following.value.map(\.bytes) == [[1], [2]])
        servers.resume(index)
        await log.close()
        try await servers.awaitReplicas()
    }

    @Test func `bounds read through a leader that was deposed while it was paused are those of its successor`()
        async throws
    {
        let servers = try servers()
        let stream = NATSServers.freshStream()
        let log = try await servers.log(stream) { $0.requestTimeout = .seconds(2) }
        try await log.append([1], after: .zero)
        let leader = try #require(try await servers.leader(of: log))
        // It stays connected to the paused server.
        let deposed = try await servers.log(stream, servers: leader..<leader + 1) { $0.pingInterval = .seconds(60) }
        servers.pause(leader)
        for number in 1..<4 as Range<UInt64> {
            try await log.append([UInt8(number)], after: LogSequence(number))
        }
        // Its questions wait in the server's socket, and are the first that it sees.
        let bounds = Task { try await deposed.bounds() }
        let entry = Task { try await deposed.entry(at: LogSequence(4)) }
        try await Task.sleep(for: .milliseconds(200))
        servers.resume(leader)
        #expect(try await bounds.value.tail == LogSequence(4))
        #expect(try await entry.value?.bytes == [3])
        await deposed.close()
        await log.close()
        try await servers.awaitReplicas()
    }

    @Test func `the health tells which server is gone`() async throws {
        let servers = try servers()
        let log = try await servers.log { $0.requestTimeout = .seconds(2) }
        let leader = try #require(try await servers.leader(of: log))
        let gone = (leader + 1) % 3
        try await servers.kill(gone)
        var health = await log.health()
        let end = ContinuousClock.now + .seconds(15)
        while ContinuousClock.now < end,
            health.servers.first(where: { $0.name == NATSServers.name(gone) })?.isReachable != false
        {
            try await Task.sleep(for: .milliseconds(200))
            health = await log.health()
        }
        let server = try #require(health.servers.first { $0.name == NATSServers.name(gone) })
        #expect(!server.isReachable)
        #expect(server.trouble != nil && server.version == nil)
        #expect(health.servers.count { $0.isReachable } == 2)
        try await servers.start(gone)
        await log.close()
        try await servers.awaitReplicas()
    }
}

extension NATSServers {
    /// Waits until all servers take part again.
    func awaitReplicas() async throws {
        try await waitUntilReady()
        let log = try await log("ready") { $0.acceptsLoss = true }
        let end = ContinuousClock.now + .seconds(30)
        while true {
            let servers = await log.health().servers
            if servers.count == 3, servers.allSatisfy({ $0.isReachable && $0.trouble == nil }) { break }
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(100))
        }
        await log.close()
    }
}
