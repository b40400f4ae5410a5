internal import NacreReplicated

/// Delivers the entries of a log in order, without gaps, from a consumer of the stream that is replaced when it is lost.
///
/// It asks for a batch at a time, so that a slow reader has a bounded number of entries in memory.
actor EntryFollower {
    // REP-35: Followers pull from a consumer without acknowledgements and check every sequence.

    private let log: NATSLog
    private var nextSequence: LogSequence
    private var consumer: Consumer?

    /// The consumers that were made so far.
    private(set) var consumerCount = 0

    /// The entries that have arrived, the next one last.
    private var buffer: [SequencedEntry] = []

    /// What has ended the messages behind the buffer.
    private var interruption: (any Error)?

    /// The requested messages that have not arrived.
    private var pending = 0

    /// When the servers were last heard of.
    private var lastSign = ContinuousClock.now

    init(_ log: NATSLog, after sequence: LogSequence) {
        self.log = log
        nextSequence = sequence.next
    }

    /// The next entry, once it exists.
    ///
    /// - Returns: The entry; `nil` if the task is cancelled.
    /// - Throws: ``ReplicatedLogError``.
    func next() async throws -> SequencedEntry? {
        while !Task.isCancelled {
            if let entry = buffer.popLast() { return entry }
            if let error = interruption {
                interruption = nil
                try await recover(error)
            }
            do {
                try await fill()
            } catch {
                // What arrived before it is delivered first.
                interruption = error
            }
        }
        return nil
    }

    /// Waits for messages, and sorts them into the buffer.
    private func fill() async throws {
        let consumer = try await currentConsumer()
        // The next request is on its way while the entries of the one before arrive.
        while pending <= Consumer.batch / 2 {
            try await consumer.pull()
            pending += Consumer.batch / 2
        }
        let messages = await consumer.mailbox.next(within: Consumer.silence)
        guard !Task.isCancelled else { return }
        // Heartbeats come all the time.
        guard !messages.isEmpty else { throw NATSFailure.timedOut(Consumer.silence) }
        lastSign = .now
        var arrived: [SequencedEntry] = []
        defer { buffer = arrived.reversed() }
        var hasEnded = false
        for message in messages {
            let message = try message.get()
            switch message.status {
            case nil:
                pending -= 1
                if let entry = try await entry(message) { arrived.append(entry) }
            // A heartbeat.
            case 100: break
            // The request is over, because its time has passed.
            case 404, 408: (pending, hasEnded) = (pending - (message.undelivered ?? pending), true)
            // It is over, because everything was delivered, or its bytes are used up.
            case 409 where message.statusText == "Batch Completed": pending -= message.undelivered ?? 0
            case 409 where message.statusText.contains("MaxBytes"): pending -= message.undelivered ?? pending
            case 503: throw NATSFailure.noResponders
            default: throw NATSFailure.disconnected("the consumer has ended: \(message.statusText)")
            }
        }
        if arrived.isEmpty, hasEnded { try await checkTrimming() }
    }

    /// The entry in a message; `nil` if it was delivered before.
    private func entry(_ message: NATSMessage) async throws -> SequencedEntry? {
        guard let number = EntryPosition.sequence(message.replySubject), message.subject == log.address.subject else {
            throw ReplicatedLogError(
                .foreignContent,
                "\(log.name) has delivered a message of \(message.subject): let no other program write to the stream")
        }
        let sequence = LogSequence(number)
        guard sequence >= nextSequence else { return nil }
        guard sequence == nextSequence else {
            try await checkTrimming()
            throw ReplicatedLogError(
                .foreignContent,
                "\(log.name) has delivered \(sequence) where \(nextSequence) was next: the servers have lost entries; "
                    + "stop, and compare the nodes")
        }
        nextSequence = sequence.next
        return SequencedEntry(sequence: sequence, bytes: message.bytes)
    }

    private func currentConsumer() async throws -> Consumer {
        if let consumer { return consumer }
        try await checkTrimming()
        let made = try await Consumer(log, from: nextSequence)
        consumer = made
        consumerCount += 1
        pending = 0
        return made
    }

    /// A consumer skips what has been trimmed and says nothing.
    private func checkTrimming() async throws {
        let information = try await log.stream.information(within: log.options.requestTimeout)
        if information.trimmed >= nextSequence.number {
            throw ReplicatedLogError(
                .trimmed,
                "\(log.name) has forgotten the entries up to \(information.trimmed), and \(nextSequence) is next: begin "
                    + "from a backup")
        }
        if information.state.lastSeq + 1 < nextSequence.number {
            // A new leader may lack entries for a moment.
            let bounds = try await log.bounds()
            guard bounds.tail.next < nextSequence else { return }
            throw ReplicatedLogError(
                .foreignContent,
                "\(log.name) ends at \(bounds.tail), and \(nextSequence) is next: it is another log, or the servers have "
                    + "lost entries")
        }
    }

    /// Begins again with another consumer, or gives up when the servers have been silent for long.
    private func recover(_ error: any Error) async throws {
        consumer = nil
        let isFinal =
            switch error {
            case is ReplicatedLogError, NATSFailure.closed, NATSFailure.notPermitted, NATSFailure.tooLarge: true
            default: ContinuousClock.now - lastSign > max(.seconds(15), log.options.requestTimeout * 3)
            }
        guard !isFinal else { throw ReplicatedLogError(error, of: log.name) }
        // Ends early if the task is cancelled, which `next` looks for.
        try? await Task.sleep(for: .milliseconds(100))
    }
}
