import Foundation

/// Time that processors spent, which goes on only while one is at work: what other processes take does not count.
enum ProcessorTime {
    /// What the figure is called that tells how much of it an event takes.
    static let perEvent = "processor time an event"

    /// Nanoseconds that all threads of this process have had, the system's work for them included.
    static var ofProcess: UInt64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

    /// Nanoseconds that this thread has had.
    static var ofThread: UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func nanoseconds(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
