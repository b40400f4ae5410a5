import DomainKit
import Nacre
import NacreTool

/// An event, as it is rendered.
struct EventPage: Sendable {
    /// A text with a link.
    struct Link: Sendable {
        let text: String
        let address: String
    }

    /// A value that differs from the version before.
    struct Difference: Sendable {
        /// `added`, `removed` or `changed`.
        let kind: String
        let path: String
        let before: String?
        let after: String?
    }

    /// What differs from the version before.
    struct Differences: Sendable {
        /// The greatest number of differences that are shown.
        static let most = 200

        let earlier: ShownEvent
        let list: [Difference]

        /// How many there are; a sentence.
        let summary: String
    }

    let shown: ShownEvent
    let id: String
    let schema: Int
    let time: String
    let recorded: String
    let category: Link
    let tags: [Link]
    let hasTags: Bool
    let correlation: Link?
    let correlationTrace: String?

    /// The causation id of an event that the log does not have.
    let foreignCause: String?

    let causeEvent: ShownEvent?
    let consequences: [ShownEvent]
    let hasConsequences: Bool
    let moreConsequences: String?
    let commit: Link?
    let commitEvents: String?
    let streamBefore: ShownEvent?
    let streamAfter: ShownEvent?
    let previous: String?
    let next: String
    let traceAddress: String
    let stateAddress: String
    let halts: [String]
    let faults: [String]
    let proof: String?
    let data: ShownData
    let metadata: ShownData
    let differences: Differences?
    let command: String
    let bytesCommand: String
}

extension EventPage {
    /// Shows an event.
    ///
    /// - Parameters:
    ///   - details: The event and what is around it.
    ///   - halts: Who is halted at the event; sentences.
    ///   - command: Makes a command of the program.
    init(_ details: EventDetails, halts: [String], command: ([String]) -> String) {
        let event = details.event
        let context = event.context
        shown = ShownEvent(event)
        id = event.id.description
        schema = event.schema
        time = event.time.description
        recorded = event.recordedAt.description
        let name = event.stream.category
        category = Link(text: name.inCell, address: Address.log("category", name))
        tags = event.tags.map { Link(text: $0.text.inCell, address: Address.log("tag", $0.text)) }
        hasTags = !tags.isEmpty
        correlation = context.correlationID.map {
            Link(text: $0.inCell, address: Address.log("correlation", $0))
        }
        correlationTrace = context.correlationID.map { Address.trace(correlation: $0) }
        causeEvent = details.cause.map { ShownEvent($0) }
        foreignCause = details.cause == nil ? context.causationID?.inCell : nil
        consequences = details.consequences.map { ShownEvent($0) }
        hasConsequences = !consequences.isEmpty
        moreConsequences = details.hasMoreConsequences ? Address.log("causation", event.id.description) : nil
        commit = details.commit.map {
            Link(
                text: $0.count == 1 ? "position \($0.lowerBound)" : "positions \($0.lowerBound) to \($0.upperBound)",
                address: Address.log($0))
        }
        commitEvents = details.commit.map { $0.count == 1 ? "this event alone" : Figures.count($0.count, "event") }
        streamBefore = details.neighbours.before.map { ShownEvent($0) }
        streamAfter = details.neighbours.after.map { ShownEvent($0) }
        previous = event.position > 1 ? Address.event(event.position - 1) : nil
        next = Address.event(event.position + 1)
        traceAddress = Address.trace(event.position)
        stateAddress = Address.state(of: event.stream.text, at: event.version)
        self.halts = halts.map { TerminalText.line($0) }
        faults = details.faults
        proof = details.proof.map {
            "The checksum \($0.checksum) of the block that begins at position \($0.firstOfBlock) holds, and the block "
                + "follows the one before it in the log \($0.checkpoint.storeID)."
        }
        let (tree, earlierTree) = (Self.tree(event.data), details.neighbours.before.flatMap { Self.tree($0.data) })
        var changes: [JSONDifference.Change] = []
        if let tree, let earlierTree { changes = JSONDifference(from: earlierTree, to: tree).changes }
        data = ShownData(event.data, tree, marking: changes)
        metadata = ShownData(event.metadata, Self.tree(event.metadata, root: "metadata"))
        differences =
            tree == nil || earlierTree == nil
            ? nil : details.neighbours.before.map { Differences(from: $0, changes) }
        self.command = command(["show", "\(event.position)", "--format", "json"])
        bytesCommand = command(["show", "\(event.position)", "--bytes", "data"])
    }

    /// The bytes as JSON; `nil` if they are not.
    private static func tree(_ bytes: [UInt8], root: String = "data") -> JSONTree? {
        // Data need not be JSON: it is shown as text or as bytes then.
        try? JSONTree(bytes, root: root)
    }
}

extension EventPage.Differences {
    fileprivate init(from earlier: RecordedEvent, _ changes: [JSONDifference.Change]) {
        self.earlier = ShownEvent(earlier)
        list = changes.prefix(Self.most).map { change in
            EventPage.Difference(
                kind: change.before == nil ? "added" : change.after == nil ? "removed" : "changed",
                path: TerminalText.line(change.path), before: change.before.map(ShownData.shown),
                after: change.after.map(ShownData.shown))
        }
        let more = changes.count - list.count
        summary =
            changes.isEmpty
            ? "No value differs."
            : "\(Figures.count(changes.count, "value")) differ"
                + (changes.count == 1 ? "s" : "") + (more > 0 ? ", of which the first \(list.count) are shown." : ".")
    }
}
