import LMDB
import Logging
import Nacre

/// Says what a store does on its own account.
///
/// What is thrown to a caller is not said as well: who catches it knows what it means. Nothing said here carries what
/// is in a user's events, nor their ids.
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

    /// - Parameter fault: What it is, and which versions do not have it.
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

    /// - Parameter reason: Why it was of no use, as a clause.
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
        // With the call that failed and its number, where it is LMDB's.
        let error = failure.cause ?? failure
        say(.appendsStopped, ["error": "\((error as? LMDBError)?.debugDescription ?? "\(error)")"])
    }

    /// - Parameters:
    ///   - holder: The process that is waited for.
    ///   - file: The path of the file whose write lock it holds.
    func writeLockHeld(by holder: WriteLockHolder, of file: String) {
        say(.writeLockHeld, LogMessage.facts(of: holder, file: file))
    }

    /// - Parameter lag: How far it is behind, in nanoseconds.
    func clockBehind(by lag: Int64) {
        say(.clockBehind, ["seconds": "\(lag / 1_000_000_000)"])
    }

    /// - Parameters:
    ///   - position: Up to where it has come.
    ///   - head: How far the log went when it looked.
    func subscriptionBehind(at position: Position, upTo head: Position) {
        say(.subscriptionBehind, ["position": "\(position)", "lag": "\(head - position)"])
    }

    private func say(_ message: LogMessage, _ facts: @autoclosure () -> Logger.Metadata) {
        logger.say(message, facts())
    }
}

extension Logger {
    /// Says one of the messages; its facts are put together only where somebody listens.
    func say(_ message: LogMessage, _ facts: @autoclosure () -> Logger.Metadata) {
        log(level: message.level, "\(message.rawValue)", metadata: facts())
    }
}
