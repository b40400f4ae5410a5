import LMDB
import Logging

/// All messages that a store logs; their texts are constant, and details go into the metadata.
enum LogMessage: String, CaseIterable {
    case opened = "the store is open"
    case closed = "the store is closed"
    case libraryFault = "the LMDB library in use has a known fault"
    case readOnly = "the store is read-only: its index is in a temporary file of this process"
    case indexMissing = "index.mdb is missing: it is built from the log"
    case indexDiscarded = "index.mdb is unusable: it is rebuilt from the log"
    case readModelsDiscarded = "the file of read models is unusable: it is created again"
    case readModelDiscarded = "a read model is damaged: it is rebuilt from the log"
    case indexStalled = "index.mdb cannot be extended: indexing is retried after further appends"
    case eventsLost = "the log lacks events that derived data knows: the store is read-only"
    case logDamaged = "the log is damaged"
    case appendsStopped = "appends have stopped until the store is reopened"
    case writeLockHeld = "another process or thread holds a write lock: writes wait for it"
    case journalUnusable = "the journal cannot be used: appends go into log.mdb directly"
    case journalRecovered = "events of a journal in use were put into log.mdb"
    case journalNotDrained = "events stay in the journal until the store is reopened: log.mdb cannot be written"
    case clockBehind = "the clock is behind the log's last recordedAt: new events get that time too"
    case subscriptionBehind = "a subscription has fallen behind"

    /// The log level of the message.
    var level: Logger.Level {
        switch self {
        case .opened, .closed, .subscriptionBehind: .debug
        case .indexMissing, .readOnly, .clockBehind, .journalRecovered: .notice
        case .libraryFault, .indexDiscarded, .readModelsDiscarded, .readModelDiscarded, .indexStalled, .writeLockHeld,
            .journalUnusable:
            .warning
        case .eventsLost, .logDamaged, .appendsStopped, .journalNotDrained: .error
        }
    }

    /// The metadata about a process that holds the write lock of a file.
    static func metadata(of holder: WriteLockHolder, file: String) -> Logger.Metadata {
        [
            "file": "\(file)", "process": "\(holder.processID.map { "\($0)" } ?? "unknown")",
            "stopped": "\(holder.isStopped)",
        ]
    }
}
