import Foundation
import NacreEtcd
import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

/// Servers that are killed, paused and started again.
@Suite(.fewProcesses) struct EtcdFailoverTests {
    @Test func `an append whose answer is lost is unknown, and what became of it can be read`() async throws {
        try await EtcdServers.run { servers in
            let leader = try await servers.awaitLeader()
            let log = try servers.newLog(on: [leader]) { $0.deadline = .seconds(1) }
            try await log.prepare()
            try await log.fill(1...1)
            let others = [0, 1, 2].filter { $0 != leader }
            for server in others { servers.pause(server) }
            let outcome = try await log.append(Array("lost".utf8), expecting: LogSequence(1))
            guard case .unknown(let error) = outcome else { throw NotCommitted(outcome: "\(outcome)") }
            #expect((error as? ReplicatedLogError)?.code == .unreachable)
            #expect(await log.code { try await $0.entry(at: LogSequence(2)) } == .unreachable)
            #expect(await log.code { try await $0.bounds() } == .unreachable)
            for server in others { servers.resume(server) }
            let sequence = try await log.appendAnyway("lost")
            let text = try await log.entry(at: LogSequence(2)).map { String(decoding: $0.bytes, as: UTF8.self) }
            #expect(text == "lost")
            #expect([2, 3].contains(sequence.number))
            await log.close()
        }
    }

    @Test func `without a majority an append fails in bounded time and appends nothing`() async throws {
        try await EtcdServers.run { servers in
            let log = try servers.newLog { $0.deadline = .milliseconds(1_500) }
            try await log.prepare()
            #expect(try await log.appendAnyway("entry 1").number == 1)
            try await servers.kill(0)
            try await servers.kill(1)
            // Until the third server knows that it is alone, it takes the append, and its outcome is unknown.
            while true {
                do {
                    let outcome = try await log.append([2], expecting: LogSequence(1))
                    guard case .unknown = outcome else { throw NotCommitted(outcome: "\(outcome)") }
                } catch let error as ReplicatedLogError {
                    #expect(error.code == .unreachable)
                    break
                }
            }
            #expect(await log.code { try await $0.bounds() } == .unreachable)
            #expect(await log.code { try await $0.texts(after: 1, count: 1) } == .unreachable)
            let health = await log.health()
            #expect(health.servers.map(\.isReachable) == [false, false, true])
            #expect(health.servers[2].trouble?.contains("no leader") == true)
            await log.close()
        }
    }

    @Test func `a paused server does not use up the time of a call`() async throws {
        try await EtcdServers.run { servers in
            let log = try servers.newLog { $0.deadline = .seconds(6) }
            try await log.prepare()
            try await log.fill(1...1)
            // The log prefers the leader.
            let leader = try await servers.awaitLeader()
            servers.pause(leader)
            #expect(try await log.bounds().tail == LogSequence(1))
            #expect(try await log.appendAnyway("entry 2").number == 2)
            servers.resume(leader)
            try await log.fill(3...4)
            #expect(try await log.texts(after: 0, count: 4) == (1...4).map { "entry \($0)" })
            await log.close()
        }
    }

    @Test func `servers that do not run from the start do no harm while a majority does`() async throws {
        try await EtcdServers.run { servers in
            try await servers.kill(0)
            let log = try servers.newLog()
            try await log.prepare()
            #expect(try await log.appendAnyway("entry 1").number == 1)
            let health = await log.health()
            #expect(health.servers.map(\.isReachable) == [false, true, true])
            #expect(health.servers.filter { $0.isLeader == true }.count == 1)
            #expect(health.servers[1].version?.hasPrefix("3.") == true)
            #expect(health.servers[0].trouble != nil)
            #expect(health.byteCount ?? 0 > 0)
            await log.close()
        }
    }

    @Test func `all is followed and nothing is lost while each server in turn is killed or paused`() async throws {
        try await EtcdServers.run { servers in
            let prefix = "turns"
            let writer = try servers.log(prefix: prefix) { $0.deadline = .seconds(3) }
            let reader = try servers.log(prefix: prefix) {
                $0.deadline = .seconds(3)
                $0.watchProbeInterval = .milliseconds(200)
            }
            let count = 120
            async let texts = reader.texts(after: 0, count: count)
            var sequences: [UInt64] = []
            for index in 1...count {
                switch index {
                case 20: try await servers.kill(try await servers.awaitLeader())
                case 40: for server in 0..<3 where !servers.isRunning(server) { try await servers.start(server) }
                case 60:
                    try await servers.waitUntilReady()
                    servers.pause(try await servers.awaitLeader())
                case 80: for server in 0..<3 { servers.resume(server) }
                case 90:
                    try await servers.waitUntilReady()
                    try await servers.kill(0)
                    try await servers.start(0)
                case 100:
                    try await servers.waitUntilReady()
                    try await servers.kill(1)
                    try await servers.start(1)
                default: break
                }
                sequences.append(try await writer.appendAnyway("entry \(index)").number)
            }
            #expect(sequences == Array(1...UInt64(count)))
            #expect(try await texts == (1...count).map { "entry \($0)" })
            await writer.close()
            await reader.close()
        }
    }

    @Test func `a watch on a server that was paused goes on at another one`() async throws {
        try await EtcdServers.run { servers in
            let leader = try await servers.awaitLeader()
            let follower = (leader + 1) % 3
            let reader = try servers.log(prefix: "watched", on: [follower, leader]) {
                $0.deadline = .seconds(2)
                $0.watchProbeInterval = .milliseconds(200)
            }
            let writer = try servers.log(prefix: "watched", on: [leader])
            try await writer.fill(1...1)
            var iterator = reader.entries(after: .zero).makeAsyncIterator()
            #expect(try await iterator.next()?.sequence == LogSequence(1))
            servers.pause(follower)
            try await writer.fill(2...5)
            for sequence in UInt64(2)...5 { #expect(try await iterator.next()?.sequence.number == sequence) }
            servers.resume(follower)
            await reader.close()
            await writer.close()
        }
    }
}
