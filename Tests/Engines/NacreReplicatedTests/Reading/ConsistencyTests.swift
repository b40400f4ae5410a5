import FaultyNodes
import Nacre
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ConsistencyTests {
    @Test func `every read sees what another node has acknowledged`() async throws {
        try await withCluster { cluster in
            let writer = try await cluster.node("a")
            let slow = WatchedLog(
                cluster.log.client("b"),
                entry: {
                    try await Task.sleep(for: .milliseconds(5))
                    return $0
                })
            let reader = try await cluster.node("b", over: { _ in slow })
            for number: UInt64 in 1...10 {
                let id = EventID.random()
                try await writer.append([.fact("\(number)", id: id, tags: ["n:\(number)"])], to: "s-1")
                switch number % 7 {
                case 0: #expect(try await reader.head() == number)
                case 1: #expect(try await reader.version(of: "s-1") == number)
                case 2: #expect(try await reader.read("s-1").collect().count == number)
                case 3: #expect(try await reader.readLog(matching: .tagged("n:\(number)")).collect().count == 1)
                case 4: #expect(try await reader.event(at: number).id == id)
                case 5: #expect(try await reader.event(withID: id)?.position == number)
                default: #expect(try await reader.checkpoint(at: number) == writer.checkpoint(at: number))
                }
            }
        }
    }

    @Test func `local reads ask nothing of the log, and see this node's own appends`() async throws {
        try await withCluster { cluster in
            let other = try await cluster.node("b")
            let watched = WatchedLog(cluster.log.client("a"))
            let node = try await cluster.node(
                "a", over: { _ in watched },
                changing: {
                    $0.consistency = .local
                    $0.watchInterval = .seconds(60)
                })
            try await node.append([.fact("mine")], to: "s-1")
            let asked = watched.counts.bounds
            #expect(try await node.texts() == ["mine"])
            #expect(try await node.version(of: "s-1") == 1)
            #expect(try await node.head() == 1)
            #expect(try await node.local.read("s-1").collect().count == 1)
            #expect(watched.counts.bounds == asked)
            try await other.append([.fact("theirs")], to: "s-1")
            try await node.catchUp()
            #expect(try await node.texts() == ["mine", "theirs"])
        }
    }

    @Test func `reads at the same time share a request for the tail`() async throws {
        try await withCluster { cluster in
            let turnstile = Turnstile()
            let watched = WatchedLog(
                cluster.log.client("a"),
                bounds: {
                    if $0.tail > LogSequence(1) { await turnstile.pass() }
                    return $0
                })
            let node = try await cluster.node(
                "a", over: { _ in watched }, changing: { $0.watchInterval = .seconds(60) })
            try await node.append([.fact()], to: "s-1")
            let before = watched.counts.bounds
            try await withThrowingTaskGroup(of: Position.self) { group in
                for _ in 0..<50 { group.addTask { try await node.head() } }
                try await eventually("the tail is asked for") { watched.counts.bounds > before }
                turnstile.open()
                for try await head in group { #expect(head == 1) }
            }
            // Those that came while the first request was on its way wait for one more.
            #expect(watched.counts.bounds - before <= 10)
        }
    }

    @Test func `a subscription has caught up when it has what all nodes had at its start`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for number in 1...30 { try await first.append([.fact("\(number)")], to: "s-1") }
            let turnstile = Turnstile()
            let late = try await cluster.node("b", over: { StalledLog($0, until: turnstile) })
            let delivered = Task {
                var count = 0
                for try await message in late.subscribe() {
                    guard case .event = message else { return count }
                    count += 1
                }
                return count
            }
            try await Task.sleep(for: .milliseconds(50))
            turnstile.open()
            #expect(try await delivered.value == 30)
        }
    }

    @Test func `a subscription gets the events of all nodes, and waits while the node is cut off`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes(2)
            var messages = nodes[1].subscribe().makeAsyncIterator()
            #expect(try await messages.next() == .caughtUp(0))
            try await nodes[0].append([.fact("1")], to: "s-1")
            guard case .event(let event)? = try await messages.next() else { throw NotRefused() }
            #expect(event.position == 1)
            cluster.log.cutOff("1")
            try await nodes[0].append([.fact("2")], to: "s-1")
            cluster.log.connect("1")
            guard case .event(let next)? = try await messages.next() else { throw NotRefused() }
            #expect(next.position == 2)
        }
    }

    @Test func `a read on a node that does not catch up fails, and says how far it is`() async throws {
        try await withCluster { cluster in
            let first = try await cluster.node("a")
            for _ in 1...3 { try await first.append([.fact()], to: "s-1") }
            let late = try await cluster.node(
                "b", over: { StalledLog($0, until: Turnstile()) },
                changing: {
                    $0.readLimit = .milliseconds(100)
                    $0.watchInterval = .seconds(60)
                })
            let error = try await refusal { _ = try await late.head() }
            #expect(error.code == .unreachable)
            #expect(error.message.contains("up to entry 0 of 4"))
            #expect(!late.isReady)
        }
    }

    @Test func `replicas are compared by the checksums of their blocks`() async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes(2)
            for number in 1...20 { try await nodes[number % 2].append([.fact()], to: "s-1") }
            try await expectEqual(nodes)
            let positions: [Position] = [1, 7, 20]
            #expect(try await nodes[0].checkpoints(at: positions) == nodes[1].checkpoints(at: positions))
            let other = InMemoryReplicatedLog()
            let stranger = try await cluster.node("x", over: { _ in other.client() })
            #expect(try await ReplicaComparison.firstDifference(between: nodes[0].local, and: stranger.local) == 0)
        }
    }
}
