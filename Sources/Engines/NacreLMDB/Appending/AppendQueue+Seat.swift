import Nacre

/// The seat: who has taken it writes. It is the writer's thread, or a caller while no other appends.
extension AppendQueue {
    // APP-23: A lone caller writes its frame itself.

    /// After how many groups of one request a caller counts as alone.
    private static let loneGroups = 4

    /// For how many groups the threads of the pool count as busy after a caller was resumed late.
    private static let busyGroups = 64

    /// Takes the seat for a caller, if it alone has appended for a while.
    ///
    /// - Returns: Whether it was taken; give it up with ``leaveSeat(releasing:)``.
    func takeSeatAlone() -> Bool {
        state.withLock { state in
            guard state.loneGroups >= Self.loneGroups, !state.isSeatTaken, !state.isWriterDue, state.roomWaiters.isEmpty
            else { return false }
            state.isSeatTaken = true
            return true
        }
    }

    /// Gives up the seat, and wakes the writer if there is work for it.
    ///
    /// - Parameter byteCount: The reservation of a request that was answered without being queued.
    func leaveSeat(releasing byteCount: Int = 0) {
        var hasRoomWaiters = false
        let isWriterDue = state.withLock { state in
            state.isSeatTaken = false
            state.byteCount -= byteCount
            hasRoomWaiters = byteCount > 0 && !state.roomWaiters.isEmpty
            return state.isWriterDue
        }
        if isWriterDue { state.signal() }
        if hasRoomWaiters { wakeRoomWaiters() }
    }

    /// Records how late a lone caller was resumed: if the pool's threads are busy, none of them may be blocked.
    func noteResumption(after delay: UInt64) {
        guard delay > resumptionLimit else { return }
        state.withLock { $0.loneGroups = -Self.busyGroups }
    }
}

extension AppendQueue.State {
    /// Whether the writer's thread has something to do.
    var isWriterDue: Bool { !requests.isEmpty || isInterrupted || isClosed || failure != nil }
}
