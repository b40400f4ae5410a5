import LMDB
import Logging

/// All messages that a store logs; their texts are constant, and details go into the metadata.
enum LogMessage: String, CaseIterable {
    case opened = "the store is open"
    case closed = "the store is closed"
    case libraryFault = "the LMDB library in use has a known fault"
    case readOnly = "the store cannot be written: it is only read, with an index made for this process alone"
    case indexMissing = "index.mdb was not there: it is built from the log"
    case indexDiscarded = "index.mdb was of no use: it is built anew from the log"
    case readModelsDiscarded = "a file of read models was of no use: it is made anew"
    case readModelDiscarded = "a read model was damaged: it is built anew from the log"
    case indexStalled = "index.mdb does not advance: it is tried again when more has been appended"
    case eventsLost = "the log lacks events that were derived from: the store is only read"
    case logDamaged = "the log is damaged"
    case appendsStopped = "appends have stopped until the store is reopened"
    case writeLockHeld = "another process or thread holds a write lock: what is to be written waits for it"
    case clockBehind = "the clock is behind the log's last recordedAt, which new events get too"
    case subscriptionBehind = "a subscription has fallen behind"

    /// The log level of the message.
    var level: Logger.Level {
        switch self {
        case .opened, .closed, .subscriptionBehind: .debug
        case .indexMissing, .readOnly, .clockBehind: .notice
        case .libraryFault, .indexDiscarded, .readModelsDiscarded, .readModelDiscarded, .indexStalled, .writeLockHeld:
            .warning
        case .eventsLost, .logDamaged, .appendsStopped: .error
        }
    }

    /// The metadata about a process that holds the write lock of a file.
    static func facts(of holder: WriteLockHolder, file: String) -> Logger.Metadata {
        [
            "file": "\(file)", "process": "\(holder.processID.map { "\($0)" } ?? "unknown")",
            "stopped": "\(holder.isStopped)",
        ]
    }
}
