import ChildProcesses
import Foundation
package import NacreNATS
import NacreReplicated
import Synchronization
import TestCertificates
package import TestFolders

/// NATS servers with JetStream on loopback, each a process of its own with a folder of its own.
package final class NATSServers: LogServers {
    /// How the servers are set up.
    package struct Setup: Sendable {
        /// How servers ask for TLS.
        package enum TLS: Sendable { case none, server, clientToo }

        /// 1 for a server alone, 3 for a cluster.
        package var count: Int
        package var syncsAlways: Bool
        package var tls: TLS
        /// Where each server runs; those that are missing run on loopback.
        package var places: [ServerPlace]

        package init(count: Int = 3, syncsAlways: Bool = true, tls: TLS = .none, places: [ServerPlace] = []) {
            (self.count, self.syncsAlways, self.tls, self.places) = (count, syncsAlways, tls, places)
        }

        func place(_ index: Int) -> ServerPlace { index < places.count ? places[index] : .loopback }
    }

    /// The user of the store, who may do all that a log needs.
    package static let user = NATSUser(name: "store", password: "p@ss:w/rd")
    /// A user who may do all but append.
    package static let reader = NATSUser(name: "reader", password: "reader")
    /// A user of the system account.
    package static let systemUser = NATSUser(name: "system", password: "system")

    package let folder: TemporaryFolder
    package let ports: [Int]
    private let setup: Setup
    private let processes: Mutex<[ChildProcess?]>

    /// Runs servers while tests run, and ends them whatever happens.
    ///
    /// - Parameters:
    ///   - setup: How they are set up.
    ///   - tests: The tests.
    /// - Returns: The result of `tests`.
    /// - Throws: ``NATSProgram/Missing``, errors of starting a process, and of `tests`.
    package static func run<Result>(
        _ setup: Setup = Setup(), _ tests: (NATSServers) async throws -> Result
    ) async throws -> Result {
        let servers = try await started(setup)
        do {
            let result = try await tests(servers)
            try await servers.stop()
            return result
        } catch {
            try await servers.stop()
            throw error
        }
    }

    /// Starts servers.
    ///
    /// - Parameters:
    ///   - setup: How they are set up.
    ///   - folder: The folder of their data; `nil` for one of their own.
    /// - Returns: The servers, which may not be ready yet; end them with ``stop()``.
    /// - Throws: ``NATSProgram/Missing``, errors of starting a process.
    package static func started(_ setup: Setup = Setup(), in folder: TemporaryFolder? = nil) async throws -> NATSServers
    {
        let servers = try NATSServers(setup, in: folder ?? TemporaryFolder())
        do {
            for index in 0..<setup.count { try await servers.start(index) }
            return servers
        } catch {
            try await servers.stop()
            throw error
        }
    }

    /// The number of servers.
    package var count: Int { setup.count }

    private init(_ setup: Setup, in folder: TemporaryFolder) throws {
        self.setup = setup
        self.folder = folder
        let ports = try FreePorts.take(setup.count * 2)
        self.ports = Array(ports.prefix(setup.count))
        processes = Mutex(Array(repeating: nil, count: setup.count))
        let routes = Array(ports.suffix(setup.count))
        for index in 0..<setup.count {
            _ = try folder.file(try configuration(index, routes), named: "\(Self.name(index)).conf")
        }
    }

    package static func name(_ index: Int) -> String { "server-\(index + 1)" }

    private func configuration(_ index: Int, _ routes: [Int]) throws -> String {
        let urls = routes.indices.map { "nats://\(setup.place($0).host):\(routes[$0])" }.joined(separator: ", ")
        let host = setup.place(index).host
        let cluster =
            setup.count == 1 ? "" : "cluster { name: test, listen: \"\(host):\(routes[index])\", routes: [\(urls)] }"
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
            listen: "\(setup.tls == .none ? host : "0.0.0.0"):\(ports[index])"
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
    package func start(_ index: Int) async throws {
        let process = try await ChildProcess(
            try NATSProgram.url(), ["-c", folder.path("\(Self.name(index)).conf")], at: setup.place(index),
            output: ChildProcess.null)
        processes.withLock { $0[index] = process }
    }

    /// Ends a server like a crash of its process.
    package func kill(_ index: Int) async throws {
        guard let process = processes.withLock({ $0[index].take() }) else { return }
        process.send(SIGKILL)
        _ = try await process.ending()
    }

    /// Stops a server without ending its connections.
    package func pause(_ index: Int) { processes.withLock { $0[index] }?.send(SIGSTOP) }

    /// Lets a paused server go on.
    package func resume(_ index: Int) { processes.withLock { $0[index] }?.send(SIGCONT) }

    /// Whether a server runs or is paused.
    package func isRunning(_ index: Int) -> Bool { processes.withLock { $0[index] }?.isRunning == true }

    /// Ends all servers.
    package func stop() async throws {
        for index in 0..<setup.count { try await kill(index) }
    }

    /// The address of a stream over some of the servers.
    package func address(
        _ stream: String, as user: NATSUser? = NATSServers.user, servers: Range<Int>? = nil, scheme: String = "nats"
    ) -> String {
        let hosts = (servers ?? 0..<setup.count).map { "\(setup.place($0).host):\(ports[$0])" }.joined(separator: ",")
        let encoded = user.map { user in
            "\(user.name):\(user.password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")@"
        }
        return "\(scheme)://\(encoded ?? "")\(hosts)/\(stream)"
    }
}
