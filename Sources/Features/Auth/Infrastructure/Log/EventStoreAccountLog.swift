public import AuthDomain
public import Nacre

/// The log of an event store, as a secret store recognises it.
public struct EventStoreAccountLog: AccountLog {
    private let store: any EventStore

    /// Creates the log.
    ///
    /// - Parameter store: The event store.
    public init(of store: any EventStore) {
        self.store = store
    }

    /// The mark of the log's end.
    ///
    /// - Returns: The mark.
    /// - Throws: `EventStoreError`.
    public func end() async throws -> LogMark {
        LogMark(try await store.checkpoint(at: store.head()))
    }

    /// The mark of a position.
    ///
    /// - Parameter position: The position.
    /// - Returns: The mark; `nil` if the log ends before the position.
    /// - Throws: `EventStoreError`.
    public func mark(at position: UInt64) async throws -> LogMark? {
        do {
            return LogMark(try await store.checkpoint(at: position))
        } catch let error as EventStoreError where error.code == .noSuchPosition {
            return nil
        }
    }

    /// Whether the log has events of accounts.
    ///
    /// - Returns: Whether it has.
    /// - Throws: `EventStoreError`.
    public func hasAccounts() async throws -> Bool {
        for try await _ in store.readLog(.forward(after: 0), matching: .categories(AccountEvent.category), limit: 1) {
            return true
        }
        return false
    }
}

extension LogMark {
    fileprivate init(_ checkpoint: Checkpoint) {
        self.init(
            log: LogID(checkpoint.storeID.uuid), position: checkpoint.position, fingerprint: checkpoint.fingerprint)
    }
}
