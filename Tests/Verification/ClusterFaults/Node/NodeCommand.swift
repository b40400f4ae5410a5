import ArgumentParser
import FaultyNodes
import Foundation
import Logging
import Nacre
import NacreEtcd
import NacreLMDB
import NacreNATS
import NacreReplicated
import ReplicatedLogServers
import Synchronization
import TestRandomness

/// The command `node`: the process of one node, which answers requests until it is killed.
struct NodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "node", abstract: "Open a node, and obey requests on standard input.", shouldDisplay: false)

    @Argument var path: String
    @Argument var address: String
    @Option var log: LogKind
    @Option var seed: UInt64
    @Option var plant: PlantedFault?

    func run() async throws {
        let output = AnswerOutput()
        let store: ReplicatedEventStore
        do {
            store = try await open()
        } catch {
            output.write(NodeAnswer(number: 0, content: .failed(Excuse.words(error))))
            throw ExitCode.failure
        }
        output.write(NodeAnswer(number: 0, content: .opened))
        let service = NodeService(store, seed: seed)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await service.followToTheEnd() }
            for await request in RequestInput.requests() {
                group.addTask { output.write(await service.answer(to: request)) }
                if case .close = request.call { break }
            }
        }
    }

    /// Opens the node, as often as it takes: a majority of the servers may be away.
    private func open() async throws -> ReplicatedEventStore {
        while true {
            let log = try newLog()
            do {
                return try await ReplicatedEventStore.open(
                    at: path, over: plant?.plant(in: log) ?? log, options: options)
            } catch {
                await log.close()
                let isUnreachable =
                    (error as? EventStoreError)?.code == .unreachable
                    || (error as? ReplicatedLogError)?.code == .unreachable
                guard isUnreachable else { throw error }
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    /// The log, some of whose answers to appends are lost: few faults of servers come in just that moment.
    private func newLog() throws -> any ReplicatedLog {
        let random = Mutex(SeededGenerator(seed: seed ^ UInt64(getpid())))
        return WatchedLog(
            try client(),
            append: { bytes, sequence, log in
                let outcome = try await log.append(bytes, expecting: sequence)
                guard case .committed = outcome, random.withLock({ $0.chance(2) }) else { return outcome }
                return .unknown(ProofFailure("the answer is lost"))
            })
    }

    /// A client of the servers, which gives a call up after half of an append's limit, as it does by default.
    private func client() throws -> any ReplicatedLog {
        switch log {
        case .etcd:
            var options = EtcdOptions()
            options.deadline = Self.limit / 2
            return EtcdLog(at: try EtcdAddress(address), options: options)
        case .nats:
            var options = NATSServers.options
            options.requestTimeout = Self.limit / 2
            return try NATSLog(address, options: options)
        }
    }

    /// The limit of appends: short, so that outcomes stay unknown often.
    private static let limit = Duration.seconds(3)

    private var options: ReplicatedEventStore.Options {
        var logger = Logger(label: "node") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        var options = ReplicatedEventStore.Options(
            replica: LMDBEventStore.Options(
                durability: .unsynced, mapSize: 16 << 30, derivedMapSize: 4 << 30, logger: logger))
        options.appendLimit = Self.limit
        options.readLimit = .seconds(3)
        options.name = URL(filePath: path).lastPathComponent
        return options
    }
}

extension PlantedFault: ExpressibleByArgument {}
