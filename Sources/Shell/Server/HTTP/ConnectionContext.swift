import Hummingbird
import HummingbirdCore
import NIOCore

/// What is known of a request's connection.
struct ConnectionContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }

    /// Closes the connection a second after the answer, so that the client can read it.
    ///
    /// For requests whose body is not read to its end: the connection cannot be used again.
    func closeSoon() {
        channel.eventLoop.scheduleTask(in: .seconds(1)) { [channel] in channel.close(promise: nil) }
    }
}
