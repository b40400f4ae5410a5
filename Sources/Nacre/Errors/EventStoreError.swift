public import DomainKit

/// What went wrong in an event store, with the figures and the remedy in its message.
public struct EventStoreError: Error, Sendable {
    /// What kind of failure it is.
    ///
    /// More kinds may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// An argument is outside its limits; nothing was written.
        public static let invalidArgument = Code("invalidArgument")

        /// An application's commit writes a stream of the store's own, whose names begin with `$`; nothing was written.
        public static let reservedStream = Code("reservedStream")

        /// An expectation, a check or a condition did not hold; nothing was written.
        ///
        /// See ``EventStoreError/violations``.
        public static let conflict = Code("conflict")

        /// Some events of a commit are recorded already, but not all, or not as they are given now; nothing was
        /// written.
        ///
        /// See ``EventStoreError/eventIDs``.
        public static let idempotencyMismatch = Code("idempotencyMismatch")

        /// A position is beyond the head of the log, or 0 where an event is asked for.
        public static let noSuchPosition = Code("noSuchPosition")

        /// Stored bytes are not what was written.
        ///
        /// See ``EventStoreError/position``.
        public static let damaged = Code("damaged")

        /// The disk failed; appends stop until the store is reopened.
        ///
        /// See ``EventStoreError/outcome``.
        public static let appendsStopped = Code("appendsStopped")

        /// The disk failed a read or the opening of a store.
        public static let inputOutput = Code("inputOutput")

        /// The disk, or the user's quota of it, is full: the message names the file for which there is no room.
        ///
        /// An append that finds the disk full stops all appends, with ``appendsStopped``.
        public static let diskFull = Code("diskFull")

        /// Another process, or another thread, has held a write lock for longer than a write waits; nothing was written.
        ///
        /// The message names the process.
        public static let locked = Code("locked")

        /// The store is closed.
        public static let closed = Code("closed")

        /// There is no store at this path.
        public static let noSuchStore = Code("noSuchStore")

        /// The path cannot hold a store: it is a file, or cannot be created or written.
        public static let cannotCreate = Code("cannotCreate")

        /// The folder holds something that is not a store's log.
        public static let notAStore = Code("notAStore")

        /// Derived data knows events that the log does not have: the log was lost, or replaced by an older one.
        ///
        /// See ``EventStoreError/position``: the last position that derived data knows.
        public static let eventsLost = Code("eventsLost")

        /// The store is of a newer format than this program knows.
        public static let newerFormat = Code("newerFormat")

        /// A projection stopped at an event that it cannot apply.
        ///
        /// See ``EventStoreError/position``.
        public static let projectionHalted = Code("projectionHalted")

        /// A process manager stopped at an event that it cannot handle.
        ///
        /// See ``EventStoreError/position``.
        public static let processHalted = Code("processHalted")

        /// A read model is of a newer schema version than this program's projection.
        public static let newerReadModel = Code("newerReadModel")

        /// A read model is another projection's: one of the same name and schema version has made it, or this program has
        /// two of one name.
        public static let otherProjection = Code("otherProjection")
    }

    /// Whether the events of a failed append may be in the log.
    public enum Outcome: Hashable, Sendable {
        /// They are not.
        case notWritten

        /// They may be: append them again under the same ids to find out.
        case unknown
    }

    /// What kind of failure it is.
    public var code: Code

    /// What went wrong, with the figures, and how to mend it.
    public var message: String

    /// Every rule of the commit that did not hold, for ``Code/conflict``.
    public var violations: [Violation]

    /// The events concerned, for ``Code/idempotencyMismatch``.
    public var eventIDs: [EventID]

    /// The position concerned, where there is one.
    public var position: Position?

    /// Whether the events of a failed append may be in the log, where the failure is one of writing.
    public var outcome: Outcome?

    /// The error underneath, where there is one.
    public var cause: (any Error)?

    /// Makes an error of its parts.
    public init(
        _ code: Code, _ message: String, violations: [Violation] = [], eventIDs: [EventID] = [],
        position: Position? = nil, outcome: Outcome? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.violations = violations
        self.eventIDs = eventIDs
        self.position = position
        self.outcome = outcome
        self.cause = cause
    }
}

extension EventStoreError: ConflictError {
    /// Whether the code is ``Code/conflict``: read again and decide again.
    public var isConflict: Bool { code == .conflict }
}

extension EventStoreError: DescribedError {
    /// The message, with the error underneath where the message does not tell that already.
    public var description: String {
        // A halt's reason is that error in words, which may be cut.
        guard let cause, code != .projectionHalted, code != .processHalted else { return message }
        let words = "\(cause)"
        return message.contains(words) ? message : "\(message) (\(words))"
    }
}
