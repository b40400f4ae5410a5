import LMDB
import Nacre

// FMT-14: The mark "journal in use" is a higher format of the store's header.
/// What `log.mdb` records about the journal.
enum JournalMark: Equatable, Sendable {
    /// The log has all events. Also the state of a store that never had a journal.
    ///
    /// Set only if no write of the journal has failed in this opening: the frame of a failed write may be whole on the
    /// disk, and an empty mark would make it evidence of a replaced log.
    case empty
    /// The journal with this nonce may hold events that the log lacks.
    case inUse(nonce: UInt64)

    /// Records durably that a journal is in use, before its first frame is written.
    ///
    /// - Parameters:
    ///   - nonce: The nonce in the journal's control page.
    ///   - log: The log, at durability `full`.
    /// - Throws: `eventsLost` if another journal is in use; `diskFull` or `inputOutput`, after which no frame may be
    ///   written.
    static func recordInUse(nonce: UInt64, in log: Environment) throws {
        try log.writeLog { (transaction: consuming WriteTransaction) in
            var snapshot = try LogSnapshot(in: transaction)
            let state = try LoggedState(&snapshot, path: log.path)
            // The frames of another journal may not be in the log yet.
            if case .inUse(let other) = state.mark, other != nonce {
                throw EventStoreError.lostJournal(
                    of: log.path, nonce: other, "the one with nonce \(nonce) is to be used", log: state.end.position)
            }
            try JournalMark.inUse(nonce: nonce).put(with: state.header, in: transaction)
            try transaction.commit()
        }
    }

    /// Puts the store's header with this mark.
    func put(with header: StoreHeader, in transaction: borrowing WriteTransaction) throws {
        try unsafe PositionKey(LogFormat.storeHeaderKey).withBytes { key in
            try unsafe MarkedHeader(header: header, mark: self).encoded.withUnsafeBytes {
                try unsafe transaction.put(key, $0)
            }
        }
    }
}

extension JournalMark: CustomStringConvertible {
    var description: String {
        switch self {
        case .empty: "empty"
        case .inUse(let nonce): "in use with nonce \(nonce)"
        }
    }
}
