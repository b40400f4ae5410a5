import FaultyNodes
import Nacre
import NacreReplicated
import TestTraits
import Testing

@Suite(.fewAtOnce) struct UnknownOutcomeTests {
    @Test(arguments: [
        [LogFault.lostAnswer], [.lostRequest], [.refused], [.late(appends: 1)], [.late(appends: 2), .lostRequest],
        [.repeatedRequest], [.lostAnswer, .lostAnswer], [.lostRequest, .lostAnswer, .refused],
    ])
    func `an append whose answer is lost is written once, and answered`(faults: [LogFault]) async throws {
        try await withCluster { cluster in
            let nodes = try await cluster.nodes(2)
            try await nodes[0].append([.fact("1")], to: "s-1")
            for fault in faults { cluster.log.inject(fault, into: "0") }
            let result = try await nodes[0].append([.fact("2")], to: "s-1", expecting: .exact(1))
            #expect(result.positions == [2])
            #expect(!result.wasAlreadyCommitted)
            try await nodes[1].append([.fact("3")], to: "s-1", expecting: .exact(2))
            try await nodes[0].append([.fact("4")], to: "s-1", expecting: .exact(3))
            #expect(try await nodes[1].texts() == ["1", "2", "3", "4"])
            try await expectEqual(nodes)
        }
    }

    @Test func `a lost request is judged again if another node was faster`() async throws {
        try await withCluster { cluster in
            let other = try await cluster.node("b")
            let passing = Turnstile()
            // The other node appends between the lost request and the next attempt.
            let watched = WatchedLog(
                cluster.log.client("a"),
                append: { bytes, sequence, log in
                    let outcome = try await log.append(bytes, expecting: sequence)
                    if case .unknown = outcome { await passing.pass() }
                    return outcome
                })
            let node = try await cluster.node("a", over: { _ in watched })
            cluster.log.inject(.lostRequest, into: "a")
            let mine = Task { try await node.append([.fact("mine")], to: "s-1", expecting: .noStream) }
            try await other.append([.fact("theirs")], to: "s-1", expecting: .noStream)
            passing.open()
            let error = try await refusal { _ = try await mine.value }
            #expect(error.code == .conflict)
            #expect(error.violations == [.expectation(stream: "s-1", expected: .noStream, actual: 1)])
            #expect(try await node.texts() == ["theirs"])
            try await expectEqual([node, other])
        }
    }

    @Test func `without an answer in time the outcome is unknown, and a repeat under the same ids tells it`()
        async throws
    {
        try await withCluster { cluster in
            let other = try await cluster.node("b")
            let commit = Commit([.fact("once", id: .random())], to: "s-1")
            // The entry is appended, and then nothing is heard of the log.
            let turnstile = Turnstile()
            let watched = WatchedLog(
                StalledLog(cluster.log.client("a"), until: turnstile),
                append: { [log = cluster.log] bytes, sequence, client in
                    let outcome = try await client.append(bytes, expecting: sequence)
                    if case .unknown = outcome { log.cutOff("a") }
                    return outcome
                })
            let node = try await cluster.node(
                "a", over: { _ in watched }, changing: { $0.appendLimit = .seconds(1) })
            cluster.log.inject(.lostAnswer, into: "a")
            let error = try await refusal { _ = try await node.append(commit) }
            #expect(error.code == .unreachable && error.outcome == .unknown)
            #expect(error.message.contains("same ids"))
            #expect(try await other.texts() == ["once"])
            // A repeat that gets nowhere does not show that the first attempt did not.
            let repeated = try await refusal { _ = try await node.append(commit) }
            #expect(repeated.code == .unreachable && repeated.outcome == .unknown)
            cluster.log.connect("a")
            turnstile.open()
            let again = try await node.append(commit)
            #expect(again.wasAlreadyCommitted)
            #expect(again.positions == [1])
            try await expectEqual([node, other])
        }
    }

    @Test func `an entry that arrives after it was given up is followed like any other`() async throws {
        try await withCluster { cluster in
            let other = try await cluster.node("b")
            let silent = Turnstile()
            let watched = WatchedLog(
                cluster.log.client("a"),
                append: { bytes, sequence, log in
                    await silent.pass()
                    return try await log.append(bytes, expecting: sequence)
                })
            let node = try await cluster.node(
                "a", over: { _ in watched }, changing: { $0.appendLimit = .milliseconds(500) })
            let commit = Commit([.fact("late", id: .random())], to: "s-1")
            let error = try await refusal { _ = try await node.append(commit) }
            #expect(error.code == .unreachable && error.outcome == .unknown)
            silent.open()
            try await eventually("the entry arrives") { try await node.local.head() == 1 }
            #expect(try await node.append(commit).wasAlreadyCommitted)
            try await other.append([.fact("next")], to: "s-1", expecting: .exact(1))
            try await expectEqual([node, other])
        }
    }

    @Test func `a log that refuses for good is believed at once, and nothing is written`() async throws {
        try await withCluster { cluster in
            let watched = WatchedLog(
                cluster.log.client("a"),
                append: { bytes, sequence, log in
                    guard sequence == .zero else { throw ReplicatedLogError(.noSpace, "the log is full: trim it") }
                    return try await log.append(bytes, expecting: sequence)
                })
            let node = try await cluster.node("a", over: { _ in watched })
            let error = try await refusal { try await node.append([.fact()], to: "s-1") }
            #expect(error.outcome == .notWritten)
            #expect(error.message.contains("trim it"))
            #expect(try await node.head() == 0)
        }
    }

    @Test func `a log that ignores the expectation stops the node`() async throws {
        try await withCluster { cluster in
            let other = try await cluster.node("b")
            let watched = WatchedLog(
                cluster.log.client("a"),
                append: { bytes, _, log in try await log.append(bytes, expecting: log.bounds().tail) },
                entry: {
                    try await Task.sleep(for: .milliseconds(300))
                    return $0
                })
            let node = try await cluster.node("a", over: { _ in watched })
            try await node.append([.fact()], to: "s-1")
            try await other.append([.fact()], to: "s-1")
            let error = try await refusal { try await node.append([.fact()], to: "s-2") }
            #expect(error.code == .diverged)
            #expect(error.message.contains("does not keep the expectation"))
        }
    }
}
