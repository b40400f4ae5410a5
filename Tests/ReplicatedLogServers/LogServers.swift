/// The servers of a replicated log, each a process that tests kill, pause and start again.
package protocol LogServers: Sendable {
    /// The number of servers.
    var count: Int { get }

    /// Starts a server that does not run, with the data that it has.
    func start(_ index: Int) async throws

    /// Ends a server like a crash of its process, and waits until it has ended.
    func kill(_ index: Int) async throws

    /// Stops a server from running; its connections stay open.
    func pause(_ index: Int)

    /// Lets a paused server run again.
    func resume(_ index: Int)

    /// Whether a server runs or is paused.
    func isRunning(_ index: Int) -> Bool

    /// The server that leads; `nil` if none does, or it is not known.
    func leader() async -> Int?

    /// Waits until all servers answer and one leads.
    func waitUntilReady() async throws

    /// Ends all servers.
    func stop() async throws
}

extension LogServers {
    /// Waits until a server leads.
    ///
    /// - Returns: Its index.
    /// - Throws: ``NoLeader`` if none does within 30 seconds.
    package func awaitLeader() async throws -> Int {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            if let leader = await leader() { return leader }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw NoLeader()
    }
}

/// No server leads.
package struct NoLeader: Error {
    package init() {}
}

/// Where a server runs: its host, and how its process is started there.
package struct ServerPlace: Sendable {
    /// The address that it listens on.
    package var host: String

    /// The program and arguments that start its program, such as those that enter a network namespace.
    package var launcher: [String]

    package init(host: String = "127.0.0.1", launcher: [String] = []) {
        self.host = host
        self.launcher = launcher
    }

    /// Loopback.
    package static let loopback = ServerPlace()
}
