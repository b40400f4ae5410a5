public import CoreMetrics
public import DomainKit
public import Logging

extension LMDBEventStore {
    /// How a store is opened.
    public struct Options: Sendable {
        // OPS-01: A store that cannot be written is refused, or opened read-only on request.

        /// Which commits survive a power loss.
        public var durability: Durability

        /// Whether a missing store is created; otherwise opening it is an error.
        public var createsStore: Bool

        /// Whether a store that cannot be written is opened read-only.
        ///
        /// Its index is then rebuilt in a temporary file of this process. If the log's lock file cannot be written
        /// either, no other process may use the store meanwhile: opening and reading throw if one does.
        ///
        /// A store whose log lacks events that derived data knows, or whose journal has lost events, is opened
        /// read-only too; without this option it is refused.
        public var fallsBackToReadOnly: Bool

        /// How long a write waits for a write lock held by another process or thread; then it fails with `locked`,
        /// which names the holding process.
        ///
        /// It must be longer than the longest transaction of any process, which writes several megabytes and waits for
        /// the disk. After one second of waiting, the logger names the holder.
        public var writeLockTimeout: Duration

        /// The initial map size of the log: address space in bytes, not disk space.
        ///
        /// The map grows when the log reaches it.
        public var mapSize: Int

        /// The initial map size of the index and of each read model store, in bytes.
        public var derivedMapSize: Int

        /// Whether a busy store appends through a journal, a file of 64 MiB in its folder.
        ///
        /// Without it, each group of appends is a transaction of LMDB, which syncs twice. An opening uses its journal only
        /// while no other one has the store open; a store with the durability `unsynced` never does. See <doc:Durability>.
        public var usesJournal: Bool

        /// The clock for `recordedAt`, and for the `time` of events that carry none.
        public var timeSource: any TimeSource

        /// Logs background activity, such as rebuilding an index; the default discards all messages.
        ///
        /// See <doc:Observing>.
        public var logger: Logger

        /// The factory of the store's metrics; the default is the backend of the process.
        ///
        /// See <doc:Observing>.
        public var metrics: any MetricsFactory

        /// The bounds of the tail: events kept in memory until they are indexed.
        package var tailLimits = TailLimits()

        /// The number of pages of the log's B-tree that are checked on opening.
        package var pagesCheckedAtOpening = OpeningCheck.pagesOfLog

        /// Whether a log with damaged or missing pages is opened too, read-only, for reading around the damage.
        var readsAroundDamage = false

        /// The bounds of one index transaction.
        var indexLimits = IndexLimits()

        /// Gives each group its place in a replicated log, if the store is a replica.
        package var ordering: (any CommitOrdering)?

        /// The bytes of records in a group commit; a larger commit goes alone.
        package var groupByteCount = 8 << 20

        /// When the journal is used, if at all.
        package var journal = JournalPolicy()

        /// How long subscriptions may miss another process's commit, in nanoseconds.
        var pollInterval: UInt64 = 10_000_000

        /// Creates options; the defaults suit production.
        public init(
            durability: Durability = .full, createsStore: Bool = true, fallsBackToReadOnly: Bool = false,
            writeLockTimeout: Duration = .seconds(30), mapSize: Int = 64 << 30, derivedMapSize: Int = 64 << 30,
            usesJournal: Bool = true, timeSource: any TimeSource = SystemTimeSource(),
            logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() }),
            metrics: any MetricsFactory = MetricsSystem.factory
        ) {
            self.durability = durability
            self.createsStore = createsStore
            self.fallsBackToReadOnly = fallsBackToReadOnly
            self.writeLockTimeout = writeLockTimeout
            self.mapSize = mapSize
            self.derivedMapSize = derivedMapSize
            self.usesJournal = usesJournal
            self.timeSource = timeSource
            self.logger = logger
            self.metrics = metrics
        }
    }

    /// Which commits survive a power loss.
    public enum Durability: String, Sendable {
        /// An acknowledged append survives power loss.
        case full

        /// Nothing is synced: a power loss may lose or destroy the whole store.
        ///
        /// For tests, and for measuring the cost of durability.
        case unsynced
    }
}
