import LMDB
import Nacre

extension LogWriter {
    // APP-23: A lone caller writes its frame itself.

    /// After how many requests of lone callers the writer's thread takes one, to see how long resuming a caller takes.
    private static let requestsAlone = 64

    /// Writes a request on the caller's thread, if no other caller appends and the journal takes it at once.
    ///
    /// Blocks the thread for one write of the journal.
    ///
    /// - Parameter request: The request, which is not queued and has its reservation.
    /// - Returns: Whether it has its answer; otherwise nothing was written, and it must be queued.
    func writeAlone(_ request: AppendRequest) -> Bool {
        guard ordering == nil, queue.takeSeatAlone() else { return false }
        var isAnswered = false
        defer { queue.leaveSeat(releasing: isAnswered ? request.byteCount : 0) }
        guard seat.aloneCount < Self.requestsAlone, seat.journal.takesAtOnce(request.byteCount), tail.hasRoom
        else { return false }
        seat.aloneCount += 1
        seat.alone.append(request)
        defer { seat.alone.removeAll(keepingCapacity: true) }
        observer.metrics?.groupBegins(arrivedAt: StoreMetrics.now)
        var committing: GroupOutcome?
        do {
            guard
                let outcome = try writeFrame(
                    of: seat.alone[...], with: &seat.writer, in: &seat.journal, &committing)
            else {
                request.answer = nil
                return false
            }
            note(outcome)
            if let postings = outcome.postings.last { head.advance(to: postings.end.position) }
            observer.metrics?.callersResumed(since: StoreMetrics.now)
            isAnswered = true
        } catch  where committing == nil {
            // The writer's thread meets the same obstacle, and knows what to do about it.
            seat.writer.invalidateCaches()
            request.answer = nil
        } catch {
            seat.writer.invalidateCaches()
            seat.journal.didFail(error)
            fail(seat.alone[...], GroupFailure(error, committing: committing))
            isAnswered = true
        }
        return isAnswered
    }
}
