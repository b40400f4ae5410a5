internal import CNATS
internal import Synchronization

/// The ended subscriptions of a connection, which are destroyed with it.
///
/// Used on the connection's executor alone.
final class RetiredSubscriptions: Sendable {
    // REP-36: Subscriptions of libnats are destroyed after their connection is closed.

    private struct State {
        var handles: [MailboxSubscription.Handle] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Ends a subscription.
    func retire(_ handle: MailboxSubscription.Handle) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.handles.append(handle) }
            return state.isClosed
        }
        if isClosed {
            unsafe natsSubscription_Destroy(handle.subscription)
        } else {
            // Fails without a connection, which does not matter: no reply subject is used twice.
            _ = unsafe natsSubscription_Unsubscribe(handle.subscription)
        }
    }

    /// Destroys the subscriptions, after the connection was closed.
    func destroy() {
        let handles = state.withLock { state in
            state.isClosed = true
            defer { state.handles = [] }
            return state.handles
        }
        for handle in handles { unsafe natsSubscription_Destroy(handle.subscription) }
    }
}
