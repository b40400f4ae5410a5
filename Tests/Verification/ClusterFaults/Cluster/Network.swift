import ChildProcesses
import Foundation
import ReplicatedLogServers

/// A network of this process alone: servers and nodes are hosts of their own, in network namespaces behind a bridge.
///
/// All of it vanishes with the process and its children.
struct Network: Sendable {
    /// The environment variable that says that the process is in a network of its own.
    private static let variable = "NACRE_CLUSTER_NETWORK"

    /// Continues this program in a network of its own.
    ///
    /// - Returns: Only if there is no right to do that, or no such thing on this system.
    static func enter() async throws {
        #if os(Linux)
            guard ProcessInfo.processInfo.environment[variable] == nil, let unshare = ServerProgram.find("unshare"),
                ServerProgram.find("ip") != nil, ServerProgram.find("nsenter") != nil
            else { return }
            let spaces = ["--net", "--mount"]
            let trial = try await ChildProcess(
                unshare, spaces + ["/bin/true"], output: ChildProcess.null, errors: ChildProcess.null)
            guard try await trial.ending() == .exit(0) else { return }
            let script = """
                ip link set lo up
                mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns &&
                ip link add nacre type bridge && ip address add \(host(0))/24 dev nacre && ip link set nacre up &&
                export \(variable)=yes || export \(variable)=no
                exec "$0" "$@"
                """
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
            let command = [unshare.path] + spaces + ["/bin/sh", "-c", script, program]
            var arguments: [UnsafeMutablePointer<CChar>?] =
                (command + CommandLine.arguments.dropFirst()).map { strdup($0) }
            arguments.append(nil)
            execv(command[0], arguments)
            for argument in arguments { free(argument) }
            throw ProofFailure("\(unshare.path) cannot be run: \(String(cString: strerror(errno)))")
        #endif
    }

    /// The network of this process; `nil` if it shares that of the system.
    static var current: Network? {
        ProcessInfo.processInfo.environment[variable] == "yes" ? Network() : nil
    }

    /// The address of a host; that of this process is 0.
    private static func host(_ number: Int) -> String { "10.123.45.\(number + 1)" }

    /// Adds a host.
    ///
    /// - Parameter number: Its number, from 1.
    /// - Returns: Where its processes run.
    /// - Throws: ``ProofFailure``.
    func add(_ number: Int) async throws -> ServerPlace {
        let (name, address) = ("h\(number)", Self.host(number))
        try await ip("netns", "add", name)
        try await ip("link", "add", "v\(number)", "type", "veth", "peer", "name", "eth0", "netns", name)
        try await ip("link", "set", "v\(number)", "master", "nacre", "up")
        try await ip("-n", name, "address", "add", "\(address)/24", "dev", "eth0")
        try await ip("-n", name, "link", "set", "eth0", "up")
        try await ip("-n", name, "link", "set", "lo", "up")
        guard let nsenter = ServerProgram.find("nsenter") else { throw ProofFailure("nsenter is missing") }
        return ServerPlace(host: address, launcher: [nsenter.path, "--net=/run/netns/\(name)"])
    }

    /// Cuts a host off from all others: what it sends and what is sent to it is lost.
    func cutOff(_ number: Int) async throws { try await ip("link", "set", "v\(number)", "down") }

    /// Connects a host again.
    func connect(_ number: Int) async throws { try await ip("link", "set", "v\(number)", "up") }

    private func ip(_ arguments: String...) async throws {
        guard let program = ServerProgram.find("ip") else { throw ProofFailure("ip is missing") }
        let process = try await ChildProcess(program, arguments, output: ChildProcess.null)
        let ending = try await process.ending()
        guard ending == .exit(0) else {
            throw ProofFailure("ip \(arguments.joined(separator: " ")) ended with \(ending)")
        }
    }
}
