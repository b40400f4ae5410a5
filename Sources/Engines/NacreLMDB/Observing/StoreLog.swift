import LMDB
import Logging
import Nacre

/// Logs the background activity of a store.
///
/// Errors that are thrown to a caller are not logged too; handling them is up to the caller. No message contains event
/// data or event ids.
struct StoreLog: Sendable {
    private let logger: Logger

    init(_ logger: Logger, store path: String) {
        var logger = logger
        logger[metadataKey: "store"] = "\(path)"
        self.logger = logger
    }

    func opened(id: StoreID, head: Position, indexedUpTo position: Position, _ durability: LMDBEventStore.Durability) {
        say(
            .opened,
            [
                "id": "\(id)", "head": "\(head)", "indexed": "\(position)", "durability": "\(durability.rawValue)",
            ])
    }

    func closed() {
        say(.closed, [:])
    }

    /// - Parameter fault: The fault, and the versions without it.
    func libraryFault(_ fault: String) {
        say(.libraryFault, ["fault": "\(fault)"])
    }

    func readOnly() {
        say(.readOnly, [:])
    }

    func eventsLost(_ lost: LostEvents) {
        var facts: Logger.Metadata = ["reason": "\(lost)", "position": "\(lost.position)"]
        if let head = lost.head { facts["head"] = "\(head)" }
        say(.eventsLost, facts)
    }

    func indexMissing() {
        say(.indexMissing, [:])
    }

    /// - Parameter reason: Why it was unusable, as a clause.
    func indexDiscarded(_ reason: String) {
        say(.indexDiscarded, ["reason": "\(reason)"])
    }

    func indexStalled(_ error: any Error) {
        say(.indexStalled, ["error": "\(error)"])
    }

    func logDamaged(_ damage: EventStoreError) {
        var facts: Logger.Metadata = ["reason": "\(damage.message)"]
        if let position = damage.position { facts["position"] = "\(position)" }
        say(.logDamaged, facts)
    }

    func appendsStopped(_ failure: EventStoreError) {
        // With the failed call and its error number, if the error is LMDB's.
        let error = failure.cause ?? failure
        say(.appendsStopped, ["error": "\((error as? LMDBError)?.debugDescription ?? "\(error)")"])
    }

    /// - Parameters:
    ///   - holder: The process that holds the lock.
    ///   - file: The path of the locked file.
    func writeLockHeld(by holder: WriteLockHolder, of file: String) {
        say(.writeLockHeld, LogMessage.facts(of: holder, file: file))
    }

    /// - Parameter lag: How far the clock is behind, in nanoseconds.
    func clockBehind(by lag: Int64) {
        say(.clockBehind, ["seconds": "\(lag / 1_000_000_000)"])
    }

    /// - Parameters:
    ///   - position: The position of the subscription.
    ///   - head: The head of the log as the subscription saw it.
    func subscriptionBehind(at position: Position, upTo head: Position) {
        say(.subscriptionBehind, ["position": "\(position)", "lag": "\(head - position)"])
    }

    private func say(_ message: LogMessage, _ facts: @autoclosure () -> Logger.Metadata) {
        logger.say(message, facts())
    }
}

extension Logger {
    /// Logs a message; the metadata is evaluated only if its level is enabled.
    func say(_ message: LogMessage, _ facts: @autoclosure () -> Logger.Metadata) {
        log(level: message.level, "\(message.rawValue)", metadata: facts())
    }
}
