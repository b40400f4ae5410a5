import ChildProcesses
import Foundation
package import NacreEtcd
import NacreReplicated
import Synchronization
import TestCertificates
package import TestFolders

/// A cluster of etcd servers on loopback, with their data in a temporary folder.
package final class EtcdServers: LogServers {
    /// How servers are started.
    package struct Options: Sendable {
        /// The number of servers.
        package var count = 3
        /// The size of the database at which etcd refuses to grow, in bytes; 0 for its default.
        package var quota = 0
        /// Whether clients must encrypt, and introduce themselves by a certificate.
        package var tls = TLS.none
        /// Where each server runs; those that are missing run on loopback.
        package var places: [ServerPlace] = []

        package enum TLS: Sendable { case none, server, mutual }

        package init() {}

        func place(_ index: Int) -> ServerPlace { index < places.count ? places[index] : .loopback }
    }

    private struct Server {
        let clientPort: Int
        let peerPort: Int
        var process: ChildProcess?
    }

    /// The options for clients that may connect.
    package let clientOptions: EtcdOptions
    private let options: Options
    private let folder: TemporaryFolder
    private let token = UUID().uuidString
    private let servers: Mutex<[Server]>

    /// The number of servers.
    package var count: Int { options.count }

    private init(_ options: Options, in folder: TemporaryFolder) throws {
        self.options = options
        self.folder = folder
        let ports = try FreePorts.take(options.count * 2)
        servers = Mutex(
            (0..<options.count).map { Server(clientPort: ports[$0 * 2], peerPort: ports[$0 * 2 + 1], process: nil) })
        var clientOptions = EtcdOptions()
        if options.tls != .none {
            let files = try LoopbackCertificate.write(into: folder)
            clientOptions.certificateAuthority = files.certificate
            if options.tls == .mutual {
                clientOptions.clientCertificate = .init(certificate: files.certificate, key: files.key)
            }
        }
        self.clientOptions = clientOptions
    }

    /// Runs servers while a test runs.
    ///
    /// - Parameters:
    ///   - options: How they are started.
    ///   - test: The test.
    /// - Throws: Errors of starting the servers, and of `test`.
    package static func run(_ options: Options = Options(), _ test: (EtcdServers) async throws -> Void) async throws {
        let servers = try await started(options)
        do {
            try await test(servers)
        } catch {
            try await servers.stop()
            throw error
        }
        try await servers.stop()
    }

    /// Three servers that all tests share which neither stop nor configure them; they end with the process.
    package static func shared() async throws -> EtcdServers { try await sharedTask.value }

    private static let sharedTask = Task {
        let servers = try await started(Options())
        sharedProcesses.withLock { $0 = servers.servers.withLock { $0.compactMap { $0.process?.processID } } }
        atexit {
            for process in EtcdServers.sharedProcesses.withLock({ $0 }) { Foundation.kill(process, SIGKILL) }
            EtcdServers.sharedFolder.withLock { $0 }?.remove()
        }
        sharedFolder.withLock { $0 = servers.folder }
        return servers
    }
    private static let sharedProcesses = Mutex<[Int32]>([])
    private static let sharedFolder = Mutex<TemporaryFolder?>(nil)

    /// Starts servers, and waits until they are ready.
    ///
    /// - Parameters:
    ///   - options: How they are started.
    ///   - folder: The folder of their data; `nil` for one of their own, in memory.
    /// - Returns: The servers; end them with ``stop()``.
    /// - Throws: Errors of starting them.
    package static func started(_ options: Options, in folder: TemporaryFolder? = nil) async throws -> EtcdServers {
        let servers = try EtcdServers(options, in: folder ?? TemporaryFolder(inMemory: true))
        do {
            for index in 0..<options.count { try await servers.start(index) }
            try await servers.waitUntilReady()
            return servers
        } catch {
            try await servers.stop()
            throw error
        }
    }

    /// Waits until all servers answer and one leads.
    package func waitUntilReady() async throws {
        let log = try log(prefix: "ready")
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let health = await log.health()
            if health.servers.allSatisfy(\.isReachable), health.servers.contains(where: { $0.isLeader == true }) {
                break
            }
            guard ContinuousClock.now < end else { throw NotReady(health: "\(health)", output: output()) }
            try await Task.sleep(for: .milliseconds(20))
        }
        await log.close()
    }

    /// Ends all servers.
    package func stop() async throws {
        for index in 0..<options.count { try await kill(index) }
    }

    /// The servers ended or started otherwise than expected.
    package struct NotReady: Error {
        package let health: String
        package let output: String
    }
}

extension EtcdServers {
    /// A log on the servers.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of its keys.
    ///   - indexes: The servers that it knows; all by default.
    ///   - user: What stands before the @ in its address.
    ///   - configure: Changes its options.
    /// - Returns: The log.
    /// - Throws: An error if the address is wrong.
    package func log(
        prefix: String, on indexes: [Int]? = nil, user: String = "", _ configure: (inout EtcdOptions) -> Void = { _ in }
    ) throws -> EtcdLog {
        var options = clientOptions
        configure(&options)
        let scheme = self.options.tls == .none ? "etcd" : "etcds"
        let hosts = (indexes ?? Array(0..<self.options.count)).map(endpoint).joined(separator: ",")
        return EtcdLog(at: try EtcdAddress("\(scheme)://\(user)\(hosts)/\(prefix)"), options: options)
    }

    /// A log with a prefix of its own.
    package func newLog(on indexes: [Int]? = nil, _ configure: (inout EtcdOptions) -> Void = { _ in }) throws -> EtcdLog
    {
        try log(prefix: "test-\(UUID().uuidString)", on: indexes, configure)
    }

    /// The address of a server for clients.
    package func endpoint(_ index: Int) -> String {
        "\(options.place(index).host):\(servers.withLock { $0[index].clientPort })"
    }

    /// The address of the log with a prefix.
    package func address(_ prefix: String) -> String {
        let scheme = options.tls == .none ? "etcd" : "etcds"
        return "\(scheme)://\((0..<options.count).map(endpoint).joined(separator: ","))/\(prefix)"
    }

    /// The index of the server that leads; `nil` if none does, or none answers.
    package func leader() async -> Int? {
        guard let log = try? log(prefix: "leader", { $0.deadline = .seconds(1) }) else { return nil }
        let leader = await log.health().servers.firstIndex { $0.isLeader == true }
        await log.close()
        return leader
    }

    /// Starts a server, with the data that it has.
    package func start(_ index: Int) async throws {
        let all = servers.withLock { $0 }
        let peers = all.indices.map { "http://\(options.place($0).host):\(all[$0].peerPort)" }
        let cluster = peers.indices.map { "n\($0)=\(peers[$0])" }.joined(separator: ",")
        let (place, peer) = (options.place(index), peers[index])
        let clientURL = "\(options.tls == .none ? "http" : "https")://\(endpoint(index))"
        var arguments = [
            "--name", "n\(index)", "--data-dir", folder.path("n\(index)"), "--listen-client-urls", clientURL,
            "--advertise-client-urls", clientURL, "--listen-peer-urls", peer,
            "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster,
            "--initial-cluster-token", token, "--initial-cluster-state", "new", "--logger", "zap", "--log-level",
            "warn",
        ]
        if options.quota > 0 { arguments += ["--quota-backend-bytes", "\(options.quota)"] }
        if options.tls != .none {
            arguments += ["--cert-file", folder.path("certificate.pem"), "--key-file", folder.path("key.pem")]
        }
        if options.tls == .mutual {
            arguments += ["--client-cert-auth", "--trusted-ca-file", folder.path("certificate.pem")]
        }
        let output = URL(filePath: try folder.file("", named: "n\(index).txt"))
        let process = try await ChildProcess(
            try ServerProgram.etcd("etcd"), arguments, at: place, output: output)
        servers.withLock { $0[index].process = process }
    }

    /// Kills a server, and waits until it has ended.
    package func kill(_ index: Int) async throws {
        let process = servers.withLock { servers in
            defer { servers[index].process = nil }
            return servers[index].process
        }
        guard let process else { return }
        if process.isRunning { process.send(SIGKILL) }
        _ = try await process.ending()
    }

    /// Whether a server runs or is paused.
    package func isRunning(_ index: Int) -> Bool { servers.withLock { $0[index].process?.isRunning == true } }

    /// Stops a server from running; its connections stay open.
    package func pause(_ index: Int) { servers.withLock { $0[index].process }?.send(SIGSTOP) }

    /// Lets a paused server run again.
    package func resume(_ index: Int) { servers.withLock { $0[index].process }?.send(SIGCONT) }

    /// What the servers have printed.
    private func output() -> String {
        (0..<options.count).map { index in
            (try? folder.bytes("n\(index).txt")).map { String(decoding: $0.suffix(2_000), as: UTF8.self) } ?? ""
        }.joined(separator: "\n")
    }

    /// Runs etcdctl on the first server.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - input: Its standard input.
    ///   - isExpectedToFail: Whether another exit code than 0 is right.
    /// - Returns: What it has printed, with its errors.
    /// - Throws: An error if it ends otherwise.
    @discardableResult package func control(
        _ arguments: String..., input: String? = nil, isExpectedToFail: Bool = false
    ) async throws -> String {
        let errors = URL(filePath: try folder.file("", named: "etcdctl-\(UUID().uuidString)"))
        let process = try await ChildProcess(
            try ServerProgram.etcd("etcdctl"), ["--endpoints", endpoint(0)] + arguments,
            environment: ["ETCDCTL_API": "3", "PATH": "/usr/bin"], message: input.map { Data($0.utf8) }, errors: errors)
        let output = String(decoding: try await process.output(), as: UTF8.self)
        let ending = try await process.ending()
        let text = output + String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        guard (ending == .exit(0)) != isExpectedToFail else {
            throw UnexpectedEnding(arguments: arguments, output: text)
        }
        return text
    }

    /// etcdctl has ended otherwise than expected.
    package struct UnexpectedEnding: Error {
        package let arguments: [String]
        package let output: String
    }
}
