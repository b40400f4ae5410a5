/// Why a request has no answer.
enum NATSFailure: Error, CustomStringConvertible {
    /// It was not sent, so that it has no effect: there was no connection, or libnats has refused it.
    case notSent(String)

    /// The server does not allow the user to send it, so that it has no effect.
    case notPermitted(String)

    /// It is larger than the server takes; it was not sent.
    case tooLarge(limit: Int)

    /// No answer came in time: whether it has an effect is not known.
    case timedOut(Duration)

    /// The connection broke before an answer came, or while it was sent.
    case disconnected(String)

    /// No server listens to the subject: JetStream is off, or there is no leader now.
    case noResponders

    /// The connection was closed by this program.
    case closed

    /// Whether the same question may be answered a moment later.
    var mayPass: Bool {
        switch self {
        case .noResponders, .timedOut, .disconnected, .notSent: true
        case .notPermitted, .tooLarge, .closed: false
        }
    }

    var description: String {
        switch self {
        case .notSent(let reason): "the request was not sent: \(reason)"
        case .notPermitted(let reason): "the server refuses it: \(reason)"
        case .tooLarge(let limit): "it is larger than \(limit) bytes, which the server takes"
        case .timedOut(let time): "no answer within \(time)"
        case .disconnected(let reason): "the connection broke: \(reason)"
        case .noResponders: "no server is responsible now: there is no leader, or JetStream is off"
        case .closed: "the log was closed"
        }
    }
}
