import ChildProcesses
import Foundation
import NacreEtcd
import NacreReplicated
import Synchronization
import TestCertificates
import TestFolders

/// A cluster of etcd servers on loopback, with their data in a temporary folder.
final class EtcdServers: Sendable {
    /// How servers are started.
    struct Options: Sendable {
        /// The number of servers.
        var count = 3
        /// The size of the database at which etcd refuses to grow, in bytes; 0 for its default.
        var quota = 0
        /// Whether clients must encrypt, and introduce themselves by a certificate.
        var tls = TLS.none

        enum TLS { case none, server, mutual }
    }

    private struct Server {
        let clientPort: Int
        let peerPort: Int
        var process: ChildProcess?
    }

    /// The options for clients that may connect.
    let clientOptions: EtcdOptions
    private let options: Options
    private let folder: TemporaryFolder
    private let token = UUID().uuidString
    private let servers: Mutex<[Server]>

    private init(_ options: Options) throws {
        self.options = options
        folder = try TemporaryFolder(inMemory: true)
        let ports = try freePorts(options.count * 2)
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
    static func run(_ options: Options = Options(), _ test: (EtcdServers) async throws -> Void) async throws {
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
    static func shared() async throws -> EtcdServers { try await sharedTask.value }

    private static let sharedTask = Task {
        let servers = try await started(Options())
        sharedProcesses.withLock { $0 = servers.servers.withLock { $0.compactMap { $0.process?.processID } } }
        atexit {
            for process in EtcdServers.sharedProcesses.withLock({ $0 }) { kill(process, SIGKILL) }
            EtcdServers.sharedFolder.withLock { $0 }?.remove()
        }
        sharedFolder.withLock { $0 = servers.folder }
        return servers
    }
    private static let sharedProcesses = Mutex<[Int32]>([])
    private static let sharedFolder = Mutex<TemporaryFolder?>(nil)

    private static func started(_ options: Options) async throws -> EtcdServers {
        let servers = try EtcdServers(options)
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
    func waitUntilReady() async throws {
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

    private func stop() async throws {
        for index in 0..<options.count { try await end(index) }
    }

    /// The servers ended or started otherwise than expected.
    struct NotReady: Error {
        let health: String
        let output: String
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
    func log(
        prefix: String, on indexes: [Int]? = nil, user: String = "", _ configure: (inout EtcdOptions) -> Void = { _ in }
    ) throws -> EtcdLog {
        var options = clientOptions
        configure(&options)
        let scheme = self.options.tls == .none ? "etcd" : "etcds"
        let hosts = (indexes ?? Array(0..<self.options.count)).map(endpoint).joined(separator: ",")
        return EtcdLog(at: try EtcdAddress("\(scheme)://\(user)\(hosts)/\(prefix)"), options: options)
    }

    /// A log with a prefix of its own.
    func newLog(on indexes: [Int]? = nil, _ configure: (inout EtcdOptions) -> Void = { _ in }) throws -> EtcdLog {
        try log(prefix: "test-\(UUID().uuidString)", on: indexes, configure)
    }

    /// The address of a server for clients.
    func endpoint(_ index: Int) -> String { "127.0.0.1:\(servers.withLock { $0[index].clientPort })" }

    /// The index of the server that leads.
    func leader() async throws -> Int {
        let log = try log(prefix: "leader")
        var leader: Int?
        while leader == nil {
            leader = await log.health().servers.firstIndex { $0.isLeader == true }
        }
        await log.close()
        return leader ?? 0
    }

    /// Starts a server, with the data that it has.
    func start(_ index: Int) async throws {
        let all = servers.withLock { $0 }
        let cluster = all.indices.map { "n\($0)=http://127.0.0.1:\(all[$0].peerPort)" }.joined(separator: ",")
        let (client, peer) = (all[index].clientPort, all[index].peerPort)
        let clientURL = "\(options.tls == .none ? "http" : "https")://127.0.0.1:\(client)"
        var arguments = [
            "--name", "n\(index)", "--data-dir", folder.path("n\(index)"), "--listen-client-urls", clientURL,
            "--advertise-client-urls", clientURL, "--listen-peer-urls", "http://127.0.0.1:\(peer)",
            "--initial-advertise-peer-urls", "http://127.0.0.1:\(peer)", "--initial-cluster", cluster,
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
        let process = try await ChildProcess(try program("etcd"), arguments, output: output, errors: output)
        servers.withLock { $0[index].process = process }
    }

    /// Kills a server, and waits until it has ended.
    func end(_ index: Int) async throws {
        let process = servers.withLock { servers in
            defer { servers[index].process = nil }
            return servers[index].process
        }
        guard let process else { return }
        if process.isRunning { process.send(SIGKILL) }
        _ = try await process.ending()
    }

    /// Whether a server runs or is paused.
    func isRunning(_ index: Int) -> Bool { servers.withLock { $0[index].process?.isRunning == true } }

    /// Stops a server from running; its connections stay open.
    func pause(_ index: Int) { servers.withLock { $0[index].process }?.send(SIGSTOP) }

    /// Lets a paused server run again.
    func proceed(_ index: Int) { servers.withLock { $0[index].process }?.send(SIGCONT) }

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
    @discardableResult func control(
        _ arguments: String..., input: String? = nil, isExpectedToFail: Bool = false
    ) async throws -> String {
        let errors = URL(filePath: try folder.file("", named: "etcdctl-\(UUID().uuidString)"))
        let process = try await ChildProcess(
            try program("etcdctl"), ["--endpoints", endpoint(0)] + arguments,
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
    struct UnexpectedEnding: Error {
        let arguments: [String]
        let output: String
    }
}
