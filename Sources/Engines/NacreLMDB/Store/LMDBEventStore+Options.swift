public import CoreMetrics
public import DomainKit
public import Logging

extension LMDBEventStore {
    /// How a store is opened.
    public struct Options: Sendable {
        /// What survives a power loss.
        public var durability: Durability

        /// Whether a store is made where there is none; otherwise that is an error.
        public var createsStore: Bool

        /// Whether a store that cannot be written is opened all the same, to be read alone.
        ///
        /// Its index is then built anew in a file of this process's own. Where the lock file of the log cannot be
        /// written either, nobody else may use the store meanwhile: opening and reading throw if somebody does.
        ///
        /// A store whose log lacks events that its derived data knows is opened in this way too, and refused otherwise.
        public var readsWhatCannotBeWritten: Bool

        /// How long a write waits for a write lock that another process holds, or another thread of this one; then it
        /// fails with `locked`, which names that process.
        ///
        /// It has to be longer than the longest transaction of any process: one writes some megabytes and waits for the
        /// disk. After a second of waiting the logger says which process is waited for.
        public var writeLockTimeout: Duration

        /// Address space for the log, in bytes, not disk.
        ///
        /// It is enlarged when the log reaches it.
        public var mapSize: Int

        /// Address space for the index and for each store of read models, in bytes.
        public var derivedMapSize: Int

        /// The clock that gives `recordedAt`, and the `time` of events that do not bring their own.
        public var timeSource: any TimeSource

        /// Where the store says what it does on its own account, such as rebuilding an index: nowhere, unless one is
        /// given.
        ///
        /// See <doc:Observing>.
        public var logger: Logger

        /// What makes the instruments by which the store is measured: those of the backend that the process has chosen,
        /// unless another is given.
        ///
        /// See <doc:Observing>.
        public var metrics: any MetricsFactory

        /// How much of the log may stay in memory before it is indexed.
        package var tailLimits = TailLimits()

        /// How many pages of the log's own structure are checked when it is opened.
        package var pagesCheckedAtOpening = OpeningCheck.pagesOfLog

        /// How much one transaction of the index does.
        var indexLimits = IndexLimits()

        /// How long another process's commit may go unnoticed by subscriptions, in nanoseconds.
        var pollInterval: UInt64 = 10_000_000

        /// Makes options; each has a default that suits a store in production.
        public init(
            durability: Durability = .full, createsStore: Bool = true, readsWhatCannotBeWritten: Bool = false,
            writeLockTimeout: Duration = .seconds(30), mapSize: Int = 64 << 30, derivedMapSize: Int = 64 << 30,
            timeSource: any TimeSource = SystemTimeSource(),
            logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() }),
            metrics: any MetricsFactory = MetricsSystem.factory
        ) {
            self.durability = durability
            self.createsStore = createsStore
            self.readsWhatCannotBeWritten = readsWhatCannotBeWritten
            self.writeLockTimeout = writeLockTimeout
            self.mapSize = mapSize
            self.derivedMapSize = derivedMapSize
            self.timeSource = timeSource
            self.logger = logger
            self.metrics = metrics
        }
    }

    /// What survives a power loss.
    public enum Durability: String, Sendable {
        /// An acknowledged append survives power loss.
        case full

        /// Nothing is synced: a power loss may lose or destroy the whole store. For tests, and for measuring what
        /// durability costs.
        case riskingTheWholeStore
    }
}
