import Foundation
package import NacreLMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The settings of a second process: `NacrePeer STORE [--map-size BYTES] [--file-limit BYTES] [--without-rights]
/// [--unsynced] [--creating] [--reading] [--eager-journal] [--undrained]
/// [--journal-bytes BYTES] [--direct-bytes BYTES]`.
package struct PeerSettings {
    package let store: String
    package var options = LMDBEventStore.Options(createsStore: false, mapSize: 1 << 30, derivedMapSize: 1 << 30)
    private var fileLimit: UInt64?
    private var givesUpRights = false

    package init(_ arguments: [String]) throws {
        guard arguments.count > 1 else { throw PeerUsage(argument: "") }
        store = arguments[1]
        // Whether a store is busy depends on the disk, and a test must not.
        options.usesJournal = false
        var rest = arguments.dropFirst(2)
        while let argument = rest.popFirst() {
            switch argument {
            case "--map-size":
                guard let bytes = rest.popFirst().flatMap({ Int($0) }) else { throw PeerUsage(argument: argument) }
                options.mapSize = bytes
                options.derivedMapSize = bytes
            case "--file-limit":
                guard let bytes = rest.popFirst().flatMap({ UInt64($0) }) else { throw PeerUsage(argument: argument) }
                fileLimit = bytes
            case "--unsynced": options.durability = .unsynced
            case "--eager-journal":
                options.usesJournal = true
                // From the first commit on, again at once, with small drains.
                options.journal.busyTime = 0
                options.journal.pausesWhileBuilding = false
                options.journal.aloneWriteTime = .max
                options.journal.resumptionLimit = .max
                options.journal.retryInterval = 1_000_000
                options.journal.drainInterval = 20_000_000
                options.journal.drainBytes = 64 << 10
            case "--undrained":
                options.journal.drainInterval = .max / 2
                options.journal.drainBytes = .max
            case "--journal-bytes":
                guard let bytes = rest.popFirst().flatMap({ Int($0) }) else { throw PeerUsage(argument: argument) }
                options.journal.fileBytes = bytes
            case "--direct-bytes":
                guard let bytes = rest.popFirst().flatMap({ Int($0) }) else { throw PeerUsage(argument: argument) }
                options.journal.directBytes = bytes
            case "--without-rights": givesUpRights = true
            case "--creating": options.createsStore = true
            case "--reading": options.fallsBackToReadOnly = true
            default: throw PeerUsage(argument: argument)
            }
        }
    }

    /// The engine of the store.
    package var engine: LMDBEngine { LMDBEngine(at: store, options: options) }

    /// Applies the settings of the process.
    package func apply() throws {
        if let fileLimit {
            // A write beyond the limit must fail with an error, as on a full disk, and not end the process.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: rlim_t(fileLimit), rlim_max: rlim_t(fileLimit))
            guard Self.setFileLimit(&limit) == 0 else { throw PeerUsage(argument: "--file-limit") }
        }
        // Root may write every file, so the process changes to the account `nobody`.
        if givesUpRights, geteuid() == 0 {
            guard setgroups(0, nil) == 0, setgid(65_534) == 0, setuid(65_534) == 0 else {
                throw PeerUsage(argument: "--without-rights")
            }
        }
    }

    private static func setFileLimit(_ limit: inout rlimit) -> Int32 {
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
            setrlimit(RLIMIT_FSIZE, &limit)
        #endif
    }
}

package struct PeerUsage: Error {
    package let argument: String
}
