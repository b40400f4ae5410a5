public import Nacre

/// What another process is asked to do with a store.
package enum PeerJob: Codable, Sendable {
    /// Append a commit; answers a ``PeerAnswer``.
    case append(PeerCommit)

    /// Read a stream forward; answers a list of ``PeerEvent``.
    case read(stream: String)

    /// Append so many events, most of them to streams of its own, some to one that it shares; answers a
    /// ``PeerContest``.
    case contend(name: String, events: Int)

    /// Claim each of so many tags, several tasks at once, under the condition that nobody has; answers a
    /// ``PeerContest``.
    case claim(name: String, tags: Int)

    /// Open the store, read its head and close it; answers a ``PeerAnswer`` whose error is that of opening.
    case open

    /// Append so many events of so many bytes to a stream, each with the version that it expects; answers a
    /// ``PeerAnswer`` for the last one, or the first that failed.
    case fill(stream: String, events: Int, bytes: Int)

    /// Append batches until killed, several at once, and write a ``PeerBatch`` on a line of its own for each that was
    /// acknowledged.
    case announce(eventsPerBatch: Int)

    /// Append until the disk fails, with many appends waiting, then read; answers a ``PeerDiskFailure``.
    case exhaustDisk

    /// Bring a read model that counts the events of every stream up to the head, so many events a batch, beside others
    /// who do the same; answers a ``PeerAnswer`` with the position that was reached.
    case project(batch: Int)

    /// Bring the same read model up to the head, or make it anew, and write the position on a line of its own after every
    /// transaction.
    case announceProjecting(batch: Int, schemaVersion: Int, rebuilds: Bool)

    /// Begin to copy the store to a path, and end as if killed when half of it is copied; answers nothing.
    case dieCopying(path: String)

    /// Begin to read the log, in one transaction or in as many as the file has slots for, and end as if killed in the
    /// middle of it; answers nothing.
    case dieReading(fillingTable: Bool)

    /// Hold the write lock of a file of the store, or a read transaction of it, and stop as a signal stops a process; let go
    /// of it when the process goes on. Writes a line when it is about to stop, and one when it has let go.
    case stop(holding: PeerHold, file: String)

    /// Open the store so many times, append and read, and close it; answers a ``PeerResources``.
    case reopen(times: Int)

    /// Close the store and confirm a restore of its log; answers a ``PeerAnswer`` with the head.
    case confirmRestored
}

/// What a process has while it is stopped.
package enum PeerHold: String, Codable, Sendable {
    /// The write lock, with changes that are not committed.
    case writing

    /// A read transaction.
    case reading

    /// As many read transactions as the file has slots for.
    case everyReader

    /// The lock on the folder that is held while a file is opened.
    case opening
}

/// What a process had of the system before and after its job.
public struct PeerResources: Codable, Sendable {
    /// Counts at one moment.
    public struct Counts: Codable, Sendable {
        /// Threads of the process.
        public let threads: Int

        /// Open file descriptors.
        public let descriptors: Int

        /// Mappings of memory: files, stacks of threads, heaps.
        public let mappings: Int

        /// Makes counts of their parts.
        public init(threads: Int, descriptors: Int, mappings: Int) {
            self.threads = threads
            self.descriptors = descriptors
            self.mappings = mappings
        }
    }

    /// Before.
    public let before: Counts

    /// After.
    public let after: Counts

    /// Makes a comparison of its parts.
    public init(before: Counts, after: Counts) {
        self.before = before
        self.after = after
    }
}

/// A batch that a process had acknowledged.
public struct PeerBatch: Codable, Sendable {
    /// The stream to which the batch went.
    public let stream: String

    /// Its ordinal in the stream, from 1.
    public let number: Int

    /// Makes a batch of its parts.
    public init(stream: String, number: Int) {
        self.stream = stream
        self.number = number
    }
}

/// What a process saw whose disk failed.
public struct PeerDiskFailure: Codable, Sendable {
    /// Appends that were acknowledged.
    public var acknowledged = 0

    /// The codes and outcomes of the appends that were not, each with how many there were.
    public var failures: [String: Int] = [:]

    /// The head of the log, after the failure.
    public var head: Position = 0

    /// How many events reading the log gave, after the failure.
    public var read = 0

    /// What the store logged of warnings and errors.
    public var logged: [String] = []

    /// Makes an empty report.
    public init() {}
}

/// How a process fared that appended beside another one.
package struct PeerContest: Codable, Sendable {
    /// Events that were acknowledged.
    package var acknowledged = 0

    /// Conflicts in which the stream's version really was another.
    package var realConflicts = 0

    /// Conflicts that were none.
    package var falseConflicts = 0

    package init() {}
}
