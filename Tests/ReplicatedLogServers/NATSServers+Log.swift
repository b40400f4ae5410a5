import Foundation
package import NacreNATS
import NacreReplicated

extension NATSServers {
    /// A name for a stream that no other test has.
    package static func freshStream() -> String { "test-\(UUID().uuidString.prefix(13).lowercased())" }

    /// Opens a log as a store does.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - user: The user.
    ///   - servers: The servers in its address; `nil` for all.
    ///   - change: Changes the options.
    /// - Returns: The log, prepared.
    /// - Throws: ``ReplicatedLogError``.
    package func log(
        _ stream: String = NATSServers.freshStream(), as user: NATSUser = NATSServers.user, servers: Range<Int>? = nil,
        _ change: (inout NATSOptions) -> Void = { _ in }
    ) async throws -> NATSLog {
        var options = Self.options
        change(&options)
        let log = try NATSLog(address(stream, as: user, servers: servers), options: options)
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do {
                try await log.prepare()
                return log
            } catch let error as ReplicatedLogError where error.code == .unreachable && ContinuousClock.now < end {
                // A new stream elects its leader.
                continue
            } catch {
                await log.close()
                throw error
            }
        }
    }

    /// Waits until a cluster has elected its leaders: until a stream with a replica on each server can be made.
    package func waitUntilReady() async throws {
        guard ports.count > 1 else { return }
        let end = ContinuousClock.now + .seconds(60)
        while true {
            do {
                let log = try await log(Self.readinessStream) { $0.acceptsLoss = true }
                await log.close()
                return
            } catch  where ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    /// The index of the server that leads a stream; `nil` if none does within 30 seconds.
    package func leader(of log: NATSLog, within limit: Duration = .seconds(30)) async throws -> Int? {
        let end = ContinuousClock.now + limit
        repeat {
            let leader = await log.health().servers.first { $0.isLeader == true }
            if let leader, let index = ports.indices.first(where: { Self.name($0) == leader.name }) { return index }
            try await Task.sleep(for: .milliseconds(100))
        } while ContinuousClock.now < end
        return nil
    }

    /// The server that leads the stream of ``waitUntilReady()``.
    package func leader() async -> Int? {
        guard let log = try? NATSLog(address(Self.readinessStream), options: Self.options) else { return nil }
        let leader = try? await leader(of: log, within: .seconds(1))
        await log.close()
        return leader
    }

    /// The stream whose creation shows that servers are ready.
    private static let readinessStream = "ready"

    /// Options for a log on these servers.
    package static var options: NATSOptions {
        var options = NATSOptions()
        options.systemUser = systemUser
        options.pingInterval = .milliseconds(500)
        return options
    }
}
