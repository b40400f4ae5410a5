import NIOCore
import Synchronization

/// The open connections of a server, of which each address may have a limited number.
final class OpenConnections: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var counts: [String: Int] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates an empty set.
    ///
    /// - Parameter limit: The largest number of connections of one address.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a connection until its channel is closed.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The connection; `nil` if its address has too many.
    func open(_ channel: any Channel) -> Connection? {
        let connection = Connection(client: ClientAddress.text(of: channel.remoteAddress))
        let id = ObjectIdentifier(channel)
        let isAdmitted = state.withLock { state in
            guard state.counts[connection.client, default: 0] < limit else { return false }
            state.counts[connection.client, default: 0] += 1
            state.connections[id] = connection
            return true
        }
        guard isAdmitted else { return nil }
        channel.closeFuture.whenComplete { _ in self.close(id) }
        return connection
    }

    /// The connection of a channel; `nil` if it is closed.
    func connection(of channel: any Channel) -> Connection? {
        state.withLock { $0.connections[ObjectIdentifier(channel)] }
    }

    private func close(_ id: ObjectIdentifier) {
        state.withLock { state in
            guard let client = state.connections.removeValue(forKey: id)?.client else { return }
            let others = state.counts[client, default: 1] - 1
            state.counts[client] = others > 0 ? others : nil
        }
    }
}
