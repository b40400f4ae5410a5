import Foundation

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

/// The resources that this process has used, in total or between two moments.
package struct ResourceUse: Hashable, Sendable {
    /// Processor time of all threads in nanoseconds, including system time.
    package var processorNanoseconds: UInt64

    /// Page faults without a read, and with one.
    package var minorFaults: UInt64
    package var majorFaults: UInt64

    /// Bytes that it caused to be written to a disk, if the system counts them.
    package var bytesWritten: UInt64?

    package static var current: ResourceUse {
        var usage = rusage()
        // It fails only for an invalid argument.
        #if canImport(Glibc)
            getrusage(RUSAGE_SELF.rawValue, &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return ResourceUse(
            processorNanoseconds: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
            minorFaults: UInt64(usage.ru_minflt), majorFaults: UInt64(usage.ru_majflt),
            bytesWritten: ProcessCounters.bytesWritten(by: ProcessInfo.processInfo.processIdentifier))
    }

    /// What was used since an earlier moment.
    package func since(_ earlier: ResourceUse) -> ResourceUse {
        ResourceUse(
            processorNanoseconds: processorNanoseconds - earlier.processorNanoseconds,
            minorFaults: minorFaults - earlier.minorFaults, majorFaults: majorFaults - earlier.majorFaults,
            bytesWritten: bytesWritten.flatMap { now in earlier.bytesWritten.map { now - $0 } })
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1_000
    }
}
