import LMDB
import Nacre

// FMT-14: The mark "journal in use" is a higher format of the store's header.
/// What `log.mdb` records about the journal.
enum JournalMark: Equatable, Sendable {
    /// The log has all events, and the journal is not needed. Also the state of a store that never had one.
    ///
    /// Set only if no write of the journal has failed since it was taken into use: the frame of a failed write may be
    /// whole on the disk, and an empty mark would make it evidence of a replaced log.
    case empty
    /// The journal with this nonce may hold events that the log lacks.
    case inUse(nonce: UInt64)

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
