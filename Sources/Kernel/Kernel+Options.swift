public import DomainKit
public import ItemsDomain
public import Logging
public import Nacre
import NacreLMDB
public import ProfileDomain

extension Kernel {
    /// How a kernel is opened.
    public struct Options: Sendable {
        /// What of the log survives a power loss.
        public enum Durability: String, Sendable {
            /// An acknowledged change survives power loss.
            case full

            /// Nothing is synced: a power loss may lose or destroy the whole store. For tests, and for measuring what
            /// durability costs.
            case riskingTheWholeStore
        }

        /// Whether a store is made where there is none; otherwise that is an error.
        public var createsStore: Bool

        /// Whether a store that cannot be written is opened all the same, to be read alone.
        ///
        /// Its index and read models are then built anew from the log, for this kernel alone. So is one whose log lacks
        /// events that its derived data knows, which is refused otherwise.
        public var readsWhatCannotBeWritten = false

        /// Whether a file of read models that is of no use, damaged or another program's, is made anew by opening.
        ///
        /// Otherwise it is left as it is, and ``Kernel/projections()`` says of each model that it is damaged: for who
        /// wants to know what is the matter before anything is mended. A model that is damaged cannot be read or
        /// brought up to date then.
        public var mendsReadModels = true

        /// Whether an item is created for every profile whose identity is completed, those of the past included.
        ///
        /// It is created by ``Kernel/react(progress:)`` and ``Kernel/runProcesses()``, not by setting the profile up.
        public var welcomesProfiles = false

        /// What of the log survives a power loss.
        public var durability: Durability

        /// How long a write waits for a write lock that another process holds; then it fails with `locked`, which names
        /// that process.
        public var writeLockTimeout = Duration.seconds(30)

        /// Address space for the log, in bytes, not disk; it is enlarged when the log reaches it.
        public var mapSize: Int

        /// Address space for the index, and as much for the read models, in bytes.
        public var derivedMapSize: Int

        /// The clock that says when something happens, and which day it is.
        public var timeSource: any TimeSource

        /// Where the identities of new items come from.
        public var idGenerator: any IDGenerator

        /// How often a use case decides again where somebody else was faster.
        public var conflictRetry = ConflictRetry()

        /// Where items are kept in place of the log, such as `.inMemory(time:)`: for tests of what stands on them.
        ///
        /// The use cases know no other place. The log, its read models, the past and the process managers know nothing of
        /// what is kept there.
        public var itemStorage: ItemStorage?

        /// Where profiles are kept in place of the log, as items are in ``itemStorage``.
        public var profileStorage: ProfileStorage?

        /// Where it is said what happens on the kernel's own account, derived data that is rebuilt or a projection that
        /// halts: nowhere, unless one is given.
        public var logger: Logger

        /// Is told what projections apply, for measuring them: where none is given, the backend for metrics that the
        /// process has bootstrapped, if any, gets the measurements of a store in a folder.
        public var projectionObserver: (any ProjectionObserver)?

        /// Makes options; each has a default that suits a store in production.
        public init(
            createsStore: Bool = true, durability: Durability = .full, mapSize: Int = 64 << 30,
            derivedMapSize: Int = 64 << 30, timeSource: any TimeSource = SystemTimeSource(),
            idGenerator: any IDGenerator = RandomIDGenerator(),
            logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
        ) {
            self.createsStore = createsStore
            self.durability = durability
            self.mapSize = mapSize
            self.derivedMapSize = derivedMapSize
            self.timeSource = timeSource
            self.idGenerator = idGenerator
            self.logger = logger
        }

        /// The part of the options that is the store's.
        var ofStore: LMDBEventStore.Options {
            LMDBEventStore.Options(
                durability: durability == .full ? .full : .riskingTheWholeStore, createsStore: createsStore,
                readsWhatCannotBeWritten: readsWhatCannotBeWritten, writeLockTimeout: writeLockTimeout,
                mapSize: mapSize, derivedMapSize: derivedMapSize, timeSource: timeSource, logger: logger)
        }

        /// Says that events in a stream of the store's own are not its owner's.
        @Sendable func tell(ofForeign records: ForeignRecords) {
            logger.warning("\(records)", metadata: ["stream": "\(records.stream)"])
        }

        /// Says why a snapshot could not be read or kept: commands go on without, more slowly.
        @Sendable func tell(ofSnapshot stream: StreamName, error: any Error) {
            logger.notice("a snapshot could not be read or kept: \(error)", metadata: ["stream": "\(stream)"])
        }
    }
}
