import Foundation

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

/// Nanoseconds of a monotonic clock.
///
/// It is the system call itself, because `ContinuousClock` computes with 128 bits, and a writer reads the clock at
/// every append.
package func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Nanoseconds since a time of ``monotonicNanoseconds()``; 0 if the time is in the future.
package func nanoseconds(since moment: UInt64) -> UInt64 {
    let now = monotonicNanoseconds()
    return now - min(now, moment)
}

/// A count per second, for a duration in nanoseconds; 0 for an empty duration.
package func perSecond(_ count: some BinaryInteger, in nanoseconds: UInt64) -> Double {
    nanoseconds == 0 ? 0 : Double(count) * 1e9 / Double(nanoseconds)
}

/// Nanoseconds since 1970, by the system's clock.
package func realNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
