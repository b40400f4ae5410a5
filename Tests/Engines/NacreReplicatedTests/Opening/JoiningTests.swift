import FaultyNodes
import Nacre
import NacreLMDB
import NacreReplicated
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct JoiningTests {
    @Test func `a node that begins with nothing has every event of the others`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for number in 1...50 { try await first.append([.fact("\(number)")], to: "s-1") }
            let second = try await cluster.node("b")
            #expect(second.id == first.id)
            #expect(try await second.texts() == (1...50).map(String.init))
            try await second.append([.fact("51")], to: "s-1", expecting: .exact(50))
            #expect(try await first.version(of: "s-1") == 51)
            try await expectEqual([first, second])
        }
    }

    @Test(arguments: [
        LogFault.lostAnswer, .lostRequest, .late(appends: 1), .repeatedRequest, .refused, .delayed(.milliseconds(20)),
    ])
    func `nodes that open an empty log at once make one store`(fault: LogFault) async throws {
        try await withCluster { cluster in
            cluster.log.inject(fault, into: "0")
            async let first = cluster.node("0")
            async let second = cluster.node("1")
            async let third = cluster.node("2")
            let nodes = try await [first, second, third]
            #expect(Set(nodes.map(\.id)).count == 1)
            for (number, node) in nodes.enumerated() { try await node.append([.fact()], to: StreamName("s-\(number)")) }
            try await expectEqual(nodes)
            #expect(try await nodes[0].head() == 3)
        }
    }

    @Test func `a node comes back and follows what it missed, from where it was`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            var second = try await cluster.node("b")
            try await second.append([.fact("1")], to: "s-1")
            try await first.append([.fact("2")], to: "s-1")
            try await second.catchUp()
            await second.close()
            let tail = cluster.log.bounds.tail
            for number in 3...9 { try await first.append([.fact("\(number)")], to: "s-1") }
            let watched = WatchedLog(cluster.log.client("b"))
            second = try await cluster.node("b", over: { _ in watched })
            #expect(try await second.texts() == (1...9).map(String.init))
            #expect(watched.counts.follows.first == tail)
            try await expectEqual([first, second])
        }
    }

    @Test func `a damaged note of the place in the log costs reading it again, and nothing else`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for number in 1...5 { try await first.append([.fact("\(number)")], to: "s-1") }
            await first.close()
            _ = try cluster.folder.file([1, 2, 3], named: "a/replica")
            let watched = WatchedLog(cluster.log.client("a"))
            let again = try await cluster.node("a", over: { _ in watched })
            #expect(try await again.texts().count == 5)
            #expect(watched.counts.follows.first == .zero)
            try await again.append([.fact("6")], to: "s-1", expecting: .exact(5))
        }
    }

    @Test func `a folder is open in one node at a time`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            let error = try await refusal { _ = try await cluster.node("a") }
            #expect(error.code == .locked)
            #expect(error.message.contains("folder of its own"))
            await first.close()
            _ = try await cluster.node("a")
        }
    }

    @Test func `the folder of another store is refused`() async throws {
        try await withCluster { cluster in
            let other = InMemoryReplicatedLog(named: "memory://other")
            let stranger = try await cluster.node("a", over: { _ in other.client("a") })
            try await stranger.append([.fact()], to: "s-1")
            await stranger.close()
            let first = try await cluster.node("b")
            try await first.append([.fact()], to: "s-1")
            let error = try await refusal { _ = try await cluster.node("a") }
            #expect(error.code == .diverged)
            #expect(error.message.contains("\(stranger.id)") && error.message.contains("\(first.id)"))
        }
    }

    @Test func `a store with events over an empty log begins it only when asked to`() async throws {
        try await withCluster { cluster in
            let embedded = try await LMDBEventStore.open(at: cluster.path("a"), options: .init(durability: .unsynced))
            try await embedded.append([.fact("1"), .fact("2")], to: "s-1")
            _ = try await embedded.backup(to: cluster.path("b"))
            await embedded.close()
            let error = try await refusal { _ = try await cluster.node("a") }
            #expect(error.code == .diverged)
            #expect(error.message.contains("beginsLog"))
            let first = try await cluster.node("a", changing: { $0.beginsLog = true })
            #expect(first.id == embedded.id)
            try await first.append([.fact("3")], to: "s-1", expecting: .exact(2))
            let empty = try await refusal { _ = try await cluster.node("c") }
            #expect(empty.message.contains("backup"))
            let second = try await cluster.node("b")
            #expect(try await second.texts() == ["1", "2", "3"])
            try await expectEqual([first, second])
        }
    }

    @Test func `a node that has events which the log lacks is refused`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for _ in 1...3 { try await first.append([.fact()], to: "s-1") }
            await first.close()
            // The servers were restored to an older state.
            let older = InMemoryReplicatedLog(named: "memory://older")
            for entry in cluster.log.entries.dropLast() {
                _ = try await older.client().append(entry.bytes, expecting: older.bounds.tail)
            }
            let error = try await refusal { _ = try await cluster.node("a", over: { _ in older.client("a") }) }
            #expect(error.code == .diverged)
            #expect(error.message.contains("lost entries"))
        }
    }

    @Test func `without a note too, a node that has events which the log lacks stops`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for _ in 1...3 { try await first.append([.fact()], to: "s-1") }
            await first.close()
            _ = try cluster.folder.file([], named: "a/replica")
            let older = InMemoryReplicatedLog(named: "memory://older")
            for entry in cluster.log.entries.dropLast() {
                _ = try await older.client().append(entry.bytes, expecting: older.bounds.tail)
            }
            let again = try await cluster.node("a", over: { _ in older.client("a") })
            let error = try await refusal { try await again.append([.fact()], to: "s-1") }
            #expect("\(error)".contains("lost entries"))
            #expect(error.outcome == .notWritten)
            #expect(!again.isReady)
        }
    }

    @Test func `an append on a node that has much to follow fails in bounded time`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        for _ in 0..<300 { try await first.append([.fact()], to: StreamName("s-\(writer)")) }
                    }
                }
                try await group.waitForAll()
            }
            // Groups of several commits make fewer entries.
            while cluster.log.bounds.tail < LogSequence(1_100) { try await first.append([.fact()], to: "s-4") }
            let turnstile = Turnstile()
            let second = try await cluster.node(
                "b", over: { StalledLog($0, until: turnstile) }, changing: { $0.appendLimit = .milliseconds(300) })
            let error = try await refusal { try await second.append([.fact()], to: "s-1", expecting: .noStream) }
            #expect(error.code == .unreachable && error.outcome == .notWritten)
            #expect(!second.isReady)
            turnstile.open()
            try await eventually("the node is ready") { second.isReady }
            try await expectEqual([first, second])
        }
    }

    @Test func `a node's folder is not written as a store of its own`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a")
            try await node.append([.fact()], to: "s-1")
            let error = try await refusal { _ = try await LMDBEventStore.open(at: cluster.path("a")) }
            #expect(error.message.contains("ReplicatedEventStore"))
            var reading = LMDBEventStore.Options(durability: .unsynced, mapSize: 256 << 20, derivedMapSize: 64 << 20)
            reading.fallsBackToReadOnly = true
            let reader = try await LMDBEventStore.open(at: cluster.path("a"), options: reading)
            #expect(try await reader.head() == 1)
            #expect(reader.isReadOnly)
            let refused = try await reader.refused(Commit([.fact()], to: "s-1"))
            #expect(refused.outcome == .notWritten)
            await reader.close()
        }
    }

    @Test func `what another program has written into the log stops the nodes`() async throws {
        try await withCluster { cluster in
            let node = try await cluster.node("a")
            try await node.append([.fact("1")], to: "s-1")
            var messages = node.subscribe(after: 1).makeAsyncIterator()
            #expect(try await messages.next() == .caughtUp(1))
            _ = try await cluster.log.client().append(Array("hello".utf8), expecting: cluster.log.bounds.tail)
            try await eventually("the node stops") { node.status.failure != nil }
            #expect(try await refusal { _ = try await messages.next() }.code == .diverged)
            let read = try await refusal { _ = try await node.head() }
            #expect(read.code == .diverged)
            #expect(read.message.contains("prefix of its own"))
            let append = try await refusal { try await node.append([.fact()], to: "s-1") }
            #expect(append.outcome == .notWritten)
            // What was followed can still be read.
            #expect(try await node.local.texts() == ["1"])
            #expect(!node.isReady)
        }
    }
}
