public import DomainKit
public import FeatureCache
import ProfileDomain

extension CachedAnswers<ProfileAnswer>.Options {
    /// Options for profiles at a server, whose storage says by `ProfileError` that the server cannot be reached.
    ///
    /// - Parameters:
    ///   - account: The account whose session is used; `nil` without one.
    ///   - patience: How long a query waits for the server if the cache has an answer.
    ///   - reconnectPause: The pause between two attempts to follow the changes of an unreachable server.
    ///   - time: The clock for the ages of answers.
    ///   - clock: The clock for waiting.
    /// - Returns: The options.
    public static func remote(
        account: @escaping @Sendable () async throws -> String?, patience: Duration = .seconds(1),
        reconnectPause: Duration = .seconds(2), time: any TimeSource = SystemTimeSource(),
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Self {
        Self(
            account: account, isUnreachable: { ($0 as? ProfileError)?.code == .networkUnreachable }, patience: patience,
            reconnectPause: reconnectPause, time: time, clock: clock)
    }
}
