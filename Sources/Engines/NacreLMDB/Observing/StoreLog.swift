import LMDB
import Logging
import Nacre

/// Logs the background activity of a store.
///
/// Errors that are thrown to a caller are not also logged: the caller handles them. No message contains event
/// data or event ids.
struct StoreLog: Sendable {
    private let logger: Logger

    init(_ logger: Logger, store path: String) {
        var logger = logger
        logger[metadataKey: "store"] = "\(path)"
        self.logger = logger
    }

    func opened(id: StoreID, head: Position, indexedUpTo position: Position, _ durability: LMDBEventStore.Durability) {
        emit(
            .opened,
            [
                "id": "\(id)", "head": "\(head)", "indexed": "\(position)", "durability": "\(durability.rawValue)",
            ])
    }

    func closed() {
        emit(.closed, [:])
    }

    /// - Parameter fault: The fault, and the versions without it.
    func libraryFault(_ fault: String) {
        emit(.libraryFault, ["fault": "\(fault)"])
    }

    func readOnly() {
        emit(.readOnly, [:])
    }

    func eventsLost(_ lost: LostEvents, _ error: EventStoreError? = nil) {
        var metadata: Logger.Metadata = ["reason": "\(lost)", "position": "\(lost.position)"]
        if let head = lost.head { metadata["head"] = "\(head)" }
        if let error { metadata["error"] = "\(error.message)" }
        emit(.eventsLost, metadata)
    }

    func indexMissing() {
        emit(.indexMissing, [:])
    }

    /// - Parameter reason: Why it was unusable, as a clause.
    func indexDiscarded(_ reason: String) {
        emit(.indexDiscarded, ["reason": "\(reason)"])
    }

    func indexStalled(_ error: any Error) {
        emit(.indexStalled, ["error": "\(error)"])
    }

    func logDamaged(_ damage: EventStoreError) {
        var metadata: Logger.Metadata = ["reason": "\(damage.message)"]
        if let position = damage.position { metadata["position"] = "\(position)" }
        emit(.logDamaged, metadata)
    }

    func appendsStopped(_ failure: EventStoreError) {
        // With the failed call and its error number, if the error is LMDB's.
        let error = failure.cause ?? failure
        emit(.appendsStopped, ["error": "\((error as? LMDBError)?.debugDescription ?? "\(error)")"])
    }

    /// - Parameters:
    ///   - holder: The process that holds the lock.
    ///   - file: The path of the locked file.
    func writeLockHeld(by holder: WriteLockHolder, of file: String) {
        emit(.writeLockHeld, LogMessage.metadata(of: holder, file: file))
    }

    func journalUnusable(_ error: any Error) {
        emit(.journalUnusable, ["error": "\(error)"])
    }

    /// - Parameters:
    ///   - frames: The number of frames that the log lacked.
    ///   - isTorn: Whether a frame after them was interrupted, and never acknowledged.
    ///   - head: The head of the log behind them.
    func journalRecovered(frames: Int, isTorn: Bool, upTo head: Position) {
        emit(.journalRecovered, ["frames": "\(frames)", "torn": "\(isTorn)", "head": "\(head)"])
    }

    func journalNotDrained(_ error: any Error) {
        emit(.journalNotDrained, ["error": "\(error)"])
    }

    /// - Parameter lag: How far the clock is behind, in nanoseconds.
    func clockBehind(by lag: Int64) {
        emit(.clockBehind, ["seconds": "\(lag / 1_000_000_000)"])
    }

    /// - Parameters:
    ///   - position: The position of the subscription.
    ///   - head: The head of the log as the subscription saw it.
    func subscriptionBehind(at position: Position, upTo head: Position) {
        emit(.subscriptionBehind, ["position": "\(position)", "lag": "\(head - position)"])
    }

    private func emit(_ message: LogMessage, _ metadata: @autoclosure () -> Logger.Metadata) {
        logger.emit(message, metadata())
    }
}

extension Logger {
    /// Logs a message; the metadata is evaluated only if its level is enabled.
    func emit(_ message: LogMessage, _ metadata: @autoclosure () -> Logger.Metadata) {
        log(level: message.level, "\(message.rawValue)", metadata: metadata())
    }
}
