public import Nacre

/// A job for a second process with a store.
package enum PeerJob: Codable, Sendable {
    /// Append a commit; answers a ``PeerAnswer``.
    case append(PeerCommit)

    /// Read a stream forward; answers a list of ``PeerEvent``.
    case read(stream: String)

    /// Append a number of events, most of them to own streams, some to a shared one; answers a
    /// ``PeerContest``.
    case contend(name: String, events: Int)

    /// Claim a number of tags from several tasks, each under the condition that it has no owner; answers a
    /// ``PeerContest``.
    case claim(name: String, tags: Int)

    /// Open the store, read its head and close it; answers a ``PeerAnswer`` whose error is that of opening.
    case open

    /// Append a number of events of a size to a stream, each with an exact expected version; answers a
    /// ``PeerAnswer`` for the last one, or the first that failed.
    case fill(stream: String, events: Int, bytes: Int)

    /// Append batches from several tasks until killed, and write a line with a ``PeerBatch`` for each one that was
    /// acknowledged.
    case announce(eventsPerBatch: Int)

    /// Append with a number of tasks until the disk fails, then read; answers a ``PeerDiskFailure``.
    case exhaustDisk(writers: Int)

    /// Bring a read model that counts the events of every stream up to the head, in batches, while other processes
    /// do the same; answers a ``PeerAnswer`` with the position that was reached.
    case project(batch: Int)

    /// Bring the same read model up to the head, or rebuild it, and write a line with the position after every
    /// transaction.
    case announceProjecting(batch: Int, schemaVersion: Int, rebuilds: Bool)

    /// Copy the store to a path, and kill the process when half of it is copied; answers nothing.
    case dieCopying(path: String)

    /// Read the log, in one transaction or in one for each reader slot, and kill the process in the
    /// middle; answers nothing.
    case dieReading(fillingTable: Bool)

    /// Hold a lock or a transaction of a file of the store, stop the process, and release it when the process
    /// continues. Writes a line before it stops, and one after the release.
    case stop(holding: PeerHold, file: String)

    /// Open the store a number of times, append a number of commits, read, and close it; answers a
    /// ``PeerResources``.
    case reopen(times: Int, commits: Int)

    /// Close the store and confirm a restore of its log; answers a ``PeerAnswer`` with the head.
    case confirmRestored

    /// Open the store a number of times, judge all that was acknowledged before, append, and close it; answers a
    /// ``PeerTurns``.
    case takeTurns(worker: Int, workers: Int, rounds: Int)

    /// Register an opening without a store, and take steps with it; writes a line with the outcome of each.
    case present([PeerPresenceStep])

    /// Register openings without a store from several threads, and own the journal where possible; answers a
    /// ``PeerPresenceContest``.
    case contendForJournal(threads: Int, milliseconds: Int)

    /// Open a file of the store with the C library alone, stop the process, and close the file when the process
    /// continues. Writes a line before it stops, and one after closing.
    case openWithLibrary(file: String)
}

/// What a process holds while it is stopped.
package enum PeerHold: String, Codable, Sendable {
    /// The write lock, with changes that are not committed.
    case writing

    /// A read transaction.
    case reading

    /// A read transaction in every reader slot of the file.
    case everyReader

    /// The lock on the folder that is held while a file is opened.
    case opening
}

/// The system resources of a process before and after its job.
public struct PeerResources: Codable, Sendable {
    /// The counts at a moment.
    public struct Counts: Codable, Sendable {
        /// The number of threads.
        public let threads: Int

        /// The number of open file descriptors.
        public let descriptors: Int

        /// The number of memory mappings: files, thread stacks, heaps.
        public let mappings: Int

        /// Creates counts from their parts.
        public init(threads: Int, descriptors: Int, mappings: Int) {
            self.threads = threads
            self.descriptors = descriptors
            self.mappings = mappings
        }
    }

    /// The counts before the job.
    public let before: Counts

    /// The counts after the job.
    public let after: Counts

    /// Creates a comparison from its parts.
    public init(before: Counts, after: Counts) {
        self.before = before
        self.after = after
    }
}

/// An acknowledged batch of a process.
public struct PeerBatch: Codable, Sendable {
    /// The stream of the batch.
    public let stream: String

    /// Its ordinal in the stream, from 1.
    public let number: Int

    /// Creates a batch from its parts.
    public init(stream: String, number: Int) {
        self.stream = stream
        self.number = number
    }
}

/// The observations of a process whose disk failed.
public struct PeerDiskFailure: Codable, Sendable {
    /// The number of acknowledged appends.
    public var acknowledged = 0

    /// The number of failed appends for each code and outcome.
    public var failures: [String: Int] = [:]

    /// The head of the log, after the failure.
    public var head: Position = 0

    /// The number of events read after the failure.
    public var read = 0

    /// The warnings and errors that the store logged.
    public var logged: [String] = []

    /// Creates an empty report.
    public init() {}
}

/// The observations of a process that opens a store again and again while others do the same.
public struct PeerTurns: Codable, Sendable {
    /// The number of openings.
    public var openings = 0

    /// The number of acknowledged events.
    public var acknowledged = 0

    /// The number of events after which the journal was in use.
    public var journaled = 0

    /// How often its use ended while the process appended.
    public var handOvers = 0

    /// What was wrong.
    public var violations: [String] = []

    /// Creates an empty report.
    public init() {}
}
