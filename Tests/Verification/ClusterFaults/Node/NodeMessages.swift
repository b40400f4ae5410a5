import ConsistencyChecking
import Nacre

/// A request to the process of a node: a line of JSON on its standard input.
struct NodeRequest: Codable, Sendable {
    /// What is asked for.
    enum Call: Codable, Sendable {
        /// Appends a commit; with ids drawn from its key if it has its own.
        case append(AppendAttempt)

        /// Reads the store, or, as far as it has followed, the replica.
        case read(ReadCall, isLocal: Bool)

        /// Subscribes, and answers with the events up to the caught-up marker, or up to a limit.
        case follow(EventFilter, after: Position, limit: Int, isLocal: Bool)

        /// Waits until the node has everything that was acknowledged.
        case catchUp

        /// How the node is doing, and what its subscription has delivered since its start.
        case status

        /// Closes the store, and ends the process.
        case close
    }

    /// The number of the request, which its answer repeats.
    var number: Int

    var call: Call
}

/// A line of JSON on the standard output of the process of a node.
struct NodeAnswer: Codable, Sendable {
    /// What is answered.
    enum Content: Codable, Sendable {
        /// The node is open.
        case opened
        case appended(AppendOutcome)
        case read(ReadOutcome)
        case status(NodeState)
        case done
        case failed(String)
    }

    /// The number of the request; 0 for what the process says unasked.
    var number: Int

    var content: Content
}

/// How a node is doing.
struct NodeState: Codable, Sendable {
    /// Why it has stopped; `nil` while it works.
    var failure: String?
    var isReady: Bool
    var conflicts: Int
    var retries: Int
    var roundTrips: Int

    /// What its subscription, which lives as long as the process, has delivered.
    var followed: Followed
}

/// What a subscription from the beginning of the log has delivered.
struct Followed: Codable, Hashable, Sendable {
    /// The last position.
    var position: Position = 0

    /// A digest of all events in order.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Why the subscription has ended; `nil` while it lives.
    var failure: String?

    /// Takes the next event.
    mutating func take(_ event: RecordedEvent) {
        position = event.position
        take(event.position)
        take(event.version)
        for byte in event.data { take(byte: byte) }
    }

    private mutating func take(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { take(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    // FNV-1a.
    private mutating func take(byte: UInt8) { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

/// The words in which failures that faults of the cluster explain begin.
enum Excuse {
    /// The log did not answer in time, or the node is closing.
    static let codes = [EventStoreError.Code.unreachable, .closed]

    /// The node does not run, or ended before it answered.
    static let node = "node: "

    /// The words for an error.
    static func words(_ error: any Error) -> String {
        if let error = error as? EventStoreError { return "\(error.code): \(error.message)" }
        return "\(error)"
    }

    /// Whether a fault of the cluster explains a failure.
    static func explains(_ words: String) -> Bool {
        words.hasPrefix(node) || codes.contains { words.hasPrefix("\($0): ") }
    }
}
