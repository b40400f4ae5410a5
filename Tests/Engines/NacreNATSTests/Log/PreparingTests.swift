import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

@testable import NacreNATS

extension NATSLogTests {
    @Suite(.fewAtOnce) struct PreparingTests {
        @Test func `a new log is replicated three times, in files, and entries cannot be deleted singly`() async throws
        {
            let log = try await servers().log()
            let configuration = try await log.stream.information(within: .seconds(5)).config
            #expect(configuration.numReplicas == 3)
            #expect(configuration.storage == "file")
            #expect(configuration.discard == "new")
            #expect(configuration.denyDelete == true)
            #expect(configuration.allowDirect == false)
            await log.close()
        }

        @Test func `nodes that prepare one log at the same time share it`() async throws {
            let stream = NATSServers.freshStream()
            let servers = try servers()
            let logs = try await withThrowingTaskGroup(of: NATSLog.self) { group in
                for _ in 0..<3 { group.addTask { try await servers.log(stream) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await logs[0].append([[7]])
            #expect(try await logs[1].entry(at: LogSequence(1))?.bytes == [7])
            #expect(try await logs[2].bounds().tail == LogSequence(1))
            for log in logs { await log.close() }
        }

        @Test func `a log whose servers cannot be asked for their syncing is refused, or taken on the operator's word`()
            async throws
        {
            let error = try await code { try await servers().log { $0.systemUser = nil } }
            #expect(error.code == .notDurable)
            for word in ["systemUser", "sync_interval: always", "serversSyncAlways", "acceptsLoss"] {
                #expect(error.message.contains(word))
            }
            let stated = try await servers().log {
                $0.systemUser = nil
                $0.serversSyncAlways = true
            }
            await stated.close()
        }

        @Test func `a stream on one server is refused unless a loss is acceptable`() async throws {
            let stream = NATSServers.freshStream()
            let lossy = try await servers().log(stream) {
                $0.replicas = 1
                $0.acceptsLoss = true
            }
            try await lossy.append([[1]])
            #expect(try await lossy.bounds().tail == LogSequence(1))
            await lossy.close()
            let error = try await code { try await servers().log(stream) }
            #expect(error.code == .notDurable)
            #expect(error.message.contains("num_replicas"))
        }

        @Test func `a stream of something else is refused`() async throws {
            let log = try await servers().log("ready")
            let stream = NATSServers.freshStream()
            let configuration = #"{"name":"\#(stream)","subjects":["\#(stream).>"],"num_replicas":3,"storage":"file"}"#
            _ = try await log.stream.call("STREAM.CREATE.\(stream)", Array(configuration.utf8), within: .seconds(10))
            await log.close()
            #expect(try await code { try await servers().log(stream) }.code == .foreignContent)
        }

        @Test func `a stream that would drop entries is refused, with the settings to correct`() async throws {
            let log = try await servers().log("ready")
            let stream = NATSServers.freshStream()
            let configuration = """
                {"name":"\(stream)","subjects":["nacre.\(stream)"],"num_replicas":3,"storage":"file","max_age":60000000000,\
                "discard":"old","max_msgs":5}
                """
            _ = try await log.stream.call("STREAM.CREATE.\(stream)", Array(configuration.utf8), within: .seconds(10))
            await log.close()
            let error = try await code { try await servers().log(stream) }
            #expect(error.code == .notDurable)
            for word in ["max_age", "discard", "deny_delete"] { #expect(error.message.contains(word)) }
        }

        @Test func `a wrong password is refused, and no message shows it`() async throws {
            let error = try await code {
                try await servers().log(as: NATSUser(name: NATSServers.user.name, password: "guessed"))
            }
            #expect(error.code == .denied)
            #expect(!error.message.contains("guessed"))
        }

        @Test func `servers that are not there are unreachable`() async throws {
            let log = try NATSLog("nats://127.0.0.1:1/\(NATSServers.freshStream())")
            #expect(try await code { try await log.prepare() }.code == .unreachable)
            await log.close()
        }
    }
}
