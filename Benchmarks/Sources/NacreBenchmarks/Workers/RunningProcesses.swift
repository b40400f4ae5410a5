import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The processes that this one has started and that must not outlive it.
enum RunningProcesses {
    private static let signals = Mutex<[Int32: Int32]>([:])

    /// Notes a process.
    ///
    /// - Parameters:
    ///   - processID: Its number.
    ///   - signal: What ends it.
    static func note(_ processID: Int32, endedBy signal: Int32) {
        signals.withLock { $0[processID] = signal }
    }

    /// Forgets a process, which has ended: its number may be another's soon.
    static func forget(_ processID: Int32) {
        signals.withLock { _ = $0.removeValue(forKey: processID) }
    }

    /// Ends all of them, for a harness that is interrupted.
    static func endAll() {
        for (processID, signal) in signals.withLock(\.self) { kill(processID, signal) }
    }
}
