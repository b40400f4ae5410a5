internal import NacreReplicated

/// The linearizable read of a stream's bounds.
enum LeaderConfirmation {
    // REP-34: The linearizable read passes a barrier through the stream's consensus and confirms the leader that answers.

    /// Reads the bounds.
    ///
    /// JetStream answers questions about a stream on the leader, from its memory, and a leader that was deposed and does
    /// not know it answers as well. So the bounds are believed only if
    ///
    /// 1. a barrier, proposed after the call began, was committed by a majority: a server without one never gets here;
    /// 2. the leader that gives the bounds, asked after that, has heard from a majority of its replicas since the call
    ///    began. A replica that follows another leader would have told it so.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - time: The time for the whole.
    /// - Returns: The bounds.
    /// - Throws: ``NATSFailure``, ``JetStreamError``: the last one when the time is over.
    static func bounds(of stream: JetStream, within time: Duration) async throws -> LogBounds {
        let end = ContinuousClock.now + time
        var trouble: any Error = NATSFailure.timedOut(time)
        while true {
            let left = end - .now
            guard left > .zero else { throw trouble }
            let start = ContinuousClock.now
            do {
                // The answer of a server that dies never comes.
                let patience = min(left, max(.seconds(1), time / 3))
                try await stream.barrier(within: patience)
                let asked = ContinuousClock.now
                let information = try await stream.information(within: patience)
                if isConfirmed(information, since: asked - start) {
                    return LogBounds(
                        trimmed: LogSequence(information.trimmed), tail: LogSequence(information.state.lastSeq))
                }
            } catch let failure as NATSFailure where failure.mayPass {
                // Both questions are without effect, so that they may be asked again.
                trouble = failure
            } catch let error as JetStreamError where error.mayPass {
                trouble = error
            }
            // An election is going on, or the answers took longer than the consensus: begin again.
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Whether a leader has heard from enough replicas, itself included, for a majority.
    ///
    /// - Parameters:
    ///   - information: The leader's answer.
    ///   - time: The time between the beginning of the read and the question: what the leader has heard within this time
    ///     before it answered was after the beginning.
    /// - Returns: Whether there was no other leader when the read began.
    static func isConfirmed(_ information: StreamInformation, since time: Duration) -> Bool {
        // Servers without a cluster name no leader.
        guard let cluster = information.cluster, let replicas = cluster.replicas, !replicas.isEmpty else {
            return information.config.numReplicas == 1
        }
        guard cluster.leader?.isEmpty == false else { return false }
        let heard = replicas.count { $0.offline != true && .nanoseconds($0.active) <= time }
        return (heard + 1) * 2 > replicas.count + 1
    }
}
