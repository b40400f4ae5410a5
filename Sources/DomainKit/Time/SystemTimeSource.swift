#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system clock, with microsecond precision.
public struct SystemTimeSource: TimeSource {
    /// Creates a source.
    public init() {}

    /// The current time, truncated to microseconds, with six decimals.
    public func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        return Instant(nanosecondsSince1970: microseconds * 1000, decimals: 6)
    }
}
