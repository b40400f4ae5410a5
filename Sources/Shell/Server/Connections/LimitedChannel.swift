import HummingbirdCore
import Logging
import NIOCore

/// Connections with a limit for each address, and with deadlines.
struct LimitedChannel<Base: ServerChildChannel>: ServerChildChannel {
    // API-21: One client cannot take all connections and streams.

    typealias Value = Base.Value

    let base: Base
    let connections: OpenConnections
    let limits: ServerLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard let connection = connections.open(channel) else {
            // A set-up that fails would be an error of the server: the connection is set up, and closed at once.
            return base.setup(channel: channel, logger: logger).map { value in
                channel.close(promise: nil)
                return value
            }
        }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionDeadlines(connection, limits))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
