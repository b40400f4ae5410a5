import Foundation

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

/// Processor time, which advances only while a processor works: other processes' time does not count.
package enum ProcessorTime {
    package static let perEvent = "processor time an event"

    /// Nanoseconds of all threads of this process, including system time.
    static var ofProcess: UInt64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

    /// Nanoseconds of this thread.
    package static var ofThread: UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func nanoseconds(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
