#if Server || All
    import DomainKit
    import FeatureCache
    import NacreTool
    import Synchronization

    /// The times of the kept answers that a command has shown.
    final class AnswerAges: Sendable {
        private let oldest = Mutex<Instant?>(nil)

        /// Notes that a kept answer is shown.
        ///
        /// - Parameter time: When the server was asked for it.
        func note(_ time: Instant) {
            oldest.withLock { $0 = min($0 ?? time, time) }
        }

        /// How old the oldest kept answer is, as a message; `nil` if the server has answered everything.
        ///
        /// - Parameter now: The current time.
        /// - Returns: The message.
        func message(at now: Instant) -> String? {
            guard let time = oldest.withLock(\.self) else { return nil }
            let seconds = Cached((), fetchedAt: time, isFromServer: false).age(at: now).components.seconds
            let age =
                switch seconds {
                case ..<120: Figures.count(seconds, "second")
                case ..<7_200: Figures.count(seconds / 60, "minute")
                case ..<172_800: Figures.count(seconds / 3_600, "hour")
                default: Figures.count(seconds / 86_400, "day")
                }
            return "the server does not answer: shown is its answer of \(time), \(age) ago"
        }
    }
#endif
