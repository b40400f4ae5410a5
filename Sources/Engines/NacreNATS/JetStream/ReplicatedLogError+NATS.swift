internal import NacreReplicated

extension ReplicatedLogError {
    /// Makes a log's error of whatever a call has failed with.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - name: The log's name.
    init(_ error: any Error, of name: String) {
        switch error {
        case let error as ReplicatedLogError:
            self = error
        case let failure as NATSFailure:
            switch failure {
            case .closed:
                self.init(.closed, "the log \(name) was closed", cause: failure)
            case .notPermitted(let text):
                self.init(
                    .denied,
                    "the user may not use the log \(name), \(text): let it publish to nacre.*, $JS.API.> and "
                        + "$SYS.REQ.USER.INFO, and subscribe to _INBOX.>", cause: failure)
            case .tooLarge(let limit):
                self.init(
                    .entryTooLarge,
                    "the entry is larger than the servers of \(name) take (max_payload: \(limit) bytes): raise it",
                    cause: failure)
            default:
                self.init(
                    .unreachable, "no majority of the servers of \(name) answers, \(failure): check the servers",
                    cause: failure)
            }
        case let error as JetStreamError:
            switch error.number {
            case JetStreamError.Number.notEnabledForAccount, JetStreamError.Number.notEnabled:
                self.init(
                    .denied, "\(name): \(error): enable JetStream on the servers and for the user's account",
                    cause: error)
            case JetStreamError.Number.streamNotFound:
                self.init(
                    .foreignContent, "the stream of \(name) is gone: restore it, or begin a new log", cause: error)
            default:
                self.init(.unreachable, "the servers of \(name) answer: \(error)", cause: error)
            }
        default:
            self.init(.unreachable, "the servers of \(name) cannot be asked: \(error)", cause: error)
        }
    }

    /// Makes a log's error of a failed connection.
    init(connecting error: any Error, to name: String) {
        guard let error = error as? LibraryError else {
            self.init(error, of: name)
            return
        }
        self = error.logError(name)
    }
}
