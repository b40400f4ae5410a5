public import DomainKit

/// The error of an event store.
///
/// Its message contains the figures and the remedy.
public struct EventStoreError: Error, Sendable {
    /// The kind of failure.
    ///
    /// More codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// An argument is outside its limits.
        ///
        /// Nothing was written.
        public static let invalidArgument = Code("invalidArgument")

        /// An application's commit writes a reserved stream, whose name begins with `$`.
        ///
        /// Nothing was written.
        public static let reservedStream = Code("reservedStream")

        /// An expectation, a check or a condition did not hold.
        ///
        /// Nothing was written.
        ///
        /// See ``EventStoreError/violations``.
        public static let conflict = Code("conflict")

        /// Only some events of a commit are recorded, or recorded ones differ in stream, type or data.
        ///
        /// Nothing was written.
        ///
        /// See ``EventStoreError/eventIDs``.
        public static let idempotencyMismatch = Code("idempotencyMismatch")

        /// A position is beyond the head of the log, or 0 where an event is requested.
        public static let noSuchPosition = Code("noSuchPosition")

        /// Stored bytes are damaged.
        ///
        /// See ``EventStoreError/position``.
        public static let damaged = Code("damaged")

        /// The disk failed or is full, or the store is open read-only.
        ///
        /// Appends stop until the store is reopened.
        ///
        /// See ``EventStoreError/outcome``.
        public static let appendsStopped = Code("appendsStopped")

        /// The disk failed while reading or opening a store.
        public static let inputOutput = Code("inputOutput")

        /// The disk or the user's quota is full.
        ///
        /// The message names the file that did not fit.
        ///
        /// An append that finds the disk full stops all appends, with ``appendsStopped``.
        public static let diskFull = Code("diskFull")

        /// Another process or thread held the write lock for longer than the timeout.
        ///
        /// Nothing was written.
        ///
        /// The message names the process.
        public static let locked = Code("locked")

        /// The log of a replicated store does not answer in time, or its replica is too far behind.
        ///
        /// See ``EventStoreError/outcome`` if it is the error of an append.
        public static let unreachable = Code("unreachable")

        /// The replica of a replicated store differs from its log.
        ///
        /// The node stops: nothing is appended, and only local reads go on.
        public static let diverged = Code("diverged")

        /// The store is closed.
        public static let closed = Code("closed")

        /// There is no store at this path.
        public static let noSuchStore = Code("noSuchStore")

        /// The path cannot hold a store: it is a file, or cannot be created or written.
        public static let cannotCreate = Code("cannotCreate")

        /// The folder holds something other than a store's log.
        public static let notAStore = Code("notAStore")

        /// Derived data has applied events that the log lacks: the log was lost, or replaced by an older one.
        ///
        /// See ``EventStoreError/position`` for the last position that derived data has applied.
        public static let eventsLost = Code("eventsLost")

        /// The store has a newer format than this program supports.
        public static let newerFormat = Code("newerFormat")

        /// A projection halted at an event that it cannot apply.
        ///
        /// See ``EventStoreError/halted`` and ``EventStoreError/position``.
        public static let projectionHalted = Code("projectionHalted")

        /// A process manager halted at an event that it cannot handle.
        ///
        /// See ``EventStoreError/halted`` and ``EventStoreError/position``.
        public static let processHalted = Code("processHalted")

        /// A read model has a newer schema version than this program's projection.
        public static let newerReadModel = Code("newerReadModel")

        /// A read model belongs to another projection.
        ///
        /// A projection of the same name and schema version built it, or this program has two projections of one name.
        public static let otherProjection = Code("otherProjection")
    }

    /// Whether the events of a failed append may be in the log.
    public enum Outcome: Hashable, Sendable {
        /// The events are not in the log.
        case notWritten

        /// The events may be in the log.
        ///
        /// Append them again with the same ids to find out; if appends have stopped, open the store again first.
        case unknown
    }

    /// The kind of failure.
    public var code: Code

    /// The problem, with the figures, and the remedy.
    public var message: String

    /// All rules of the commit that did not hold, for ``Code/conflict``.
    public var violations: [Violation]

    /// The head of the log that the rules were judged on, for ``Code/conflict``, if it is known.
    public var head: Position?

    /// Names what failed, for ``Code/conflict``: the argument of the command `why`.
    ///
    /// The command line sets it; it contains no text of any event.
    public var token: String?

    /// The events concerned, for ``Code/idempotencyMismatch``.
    public var eventIDs: [EventID]

    /// The position concerned, if any.
    public var position: Position?

    /// Whether the events of a failed append may be in the log; `nil` if the failure is not about writing.
    public var outcome: Outcome?

    /// The name of the halted projection or process manager, for ``Code/projectionHalted`` and ``Code/processHalted``.
    public var halted: String?

    /// The underlying error, if any.
    public var cause: (any Error)?

    /// Creates an error from its parts.
    public init(
        _ code: Code, _ message: String, violations: [Violation] = [], eventIDs: [EventID] = [],
        position: Position? = nil, outcome: Outcome? = nil, halted: String? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.violations = violations
        self.eventIDs = eventIDs
        self.position = position
        self.outcome = outcome
        self.halted = halted
        self.cause = cause
    }
}

extension EventStoreError: ConflictError {
    /// Whether the code is ``Code/conflict``, so that the command should be retried on fresh state.
    public var isConflict: Bool { code == .conflict }
}

extension EventStoreError: DescribedError {
    /// The message, with the underlying error unless the message contains it.
    public var description: String {
        // The reason of a halt already describes the cause, perhaps truncated.
        guard let cause, code != .projectionHalted, code != .processHalted else { return message }
        let words = "\(cause)"
        return message.contains(words) ? message : "\(message) (\(words))"
    }
}
