public import NacreLMDB

extension ReplicatedEventStore {
    /// What a read sees of the commits of other nodes.
    public enum ReadConsistency: String, Sendable {
        /// Everything that any node has committed before the read began.
        ///
        /// A read asks the log for its tail, and waits until this node's replica is there: about one round trip.
        case linearizable

        /// What this node has followed so far: it may lack the latest commits of other nodes.
        case local
    }

    /// How a node is opened.
    public struct Options: Sendable {
        /// What reads see; ``ReplicatedEventStore/local`` reads locally whatever this says.
        public var consistency = ReadConsistency.linearizable

        /// How long an append may take from the moment that the writer takes it; then it fails with `unreachable`, which
        /// says whether it may be in the log.
        public var appendLimit = Duration.seconds(10)

        /// How long a linearizable read may wait for the log and for the replica; then it fails with `unreachable`.
        public var readLimit = Duration.seconds(5)

        /// Whether a store that has events, and was not replicated, becomes the beginning of an empty log.
        ///
        /// Other nodes then begin from a backup of it. Without this, such a store is refused: an empty log may be one that
        /// has lost everything.
        public var beginsLog = false

        /// The name of the node for people, among the nodes of the store; by default its host and folder.
        public var name = ""

        /// How far the clocks of the nodes may be apart: a node whose clock differs more from that of a node which is up is
        /// refused, because `recordedAt` would stand still, or run ahead, for all.
        public var clockTolerance = Duration.seconds(60)

        /// How the local store is opened: its map sizes, clock, logger and metrics.
        ///
        /// `durability` is `unsynced` by default: the replicated log is the truth, and after a crash of the machine the
        /// replica is rebuilt from it. With `full`, the replica is trusted after a crash of the machine, and each group
        /// costs a sync more. Whether a store is created, and the journal, are not up to these options.
        public var replica: LMDBEventStore.Options

        /// How often the log is asked for its tail without reads: bounds how late a silent stall is noticed.
        package var watchInterval = Duration.seconds(1)

        /// How often the node says how it is doing.
        package var announcingInterval = Duration.seconds(5)

        /// How long an announcement is kept: one that is lost does not make a node silent.
        package var announcementLifetime = Duration.seconds(15)

        /// After how many conflicts in a row a group waits.
        package var conflictsBeforeWaiting = 3

        /// The longest wait after that many conflicts; it doubles with each further one, up to 16 times.
        package var conflictWait = Duration.milliseconds(2)

        /// How long an entry that a conflict has announced may take to arrive by the stream before it is asked for.
        package var streamLead = Duration.milliseconds(2)

        /// How long an append waits for the next part of another node's series.
        package var seriesPatience = Duration.milliseconds(500)

        /// After how many applied entries the place in the log is noted.
        package var entriesPerHint: UInt64 = 4_096

        /// The id of the machine's boot; `nil` to ask the system.
        package var bootID: String?

        /// Creates options; the defaults suit production.
        ///
        /// - Parameter replica: How the local store is opened.
        public init(replica: LMDBEventStore.Options = LMDBEventStore.Options(durability: .unsynced)) {
            self.replica = replica
        }
    }
}
