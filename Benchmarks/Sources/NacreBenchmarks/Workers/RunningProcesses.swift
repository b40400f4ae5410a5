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

    /// Notes a process, which is forgotten when it has ended.
    ///
    /// - Parameters:
    ///   - process: The process.
    ///   - signal: What ends it.
    static func note(_ process: StartedProcess, endedBy signal: Int32) {
        signals.withLock { $0[process.processID] = signal }
        // It may have ended before it was noted, and is forgotten no more.
        if !process.isRunning { forget(process.processID) }
    }

    /// Forgets a process, which has ended: its number may be another's soon.
    static func forget(_ processID: Int32) {
        signals.withLock { _ = $0.removeValue(forKey: processID) }
    }

    /// Whether a process is noted, and not forgotten.
    static func holds(_ processID: Int32) -> Bool { signals.withLock { $0[processID] != nil } }

    /// Ends a process, unless it is forgotten.
    static func end(_ processID: Int32) {
        signals.withLock { signals in
            if let signal = signals[processID] { kill(processID, signal) }
        }
    }

    /// Sends a process a signal, unless it is forgotten: its number may be another's then.
    static func send(_ signal: Int32, to processID: Int32) {
        signals.withLock { signals in
            if signals[processID] != nil { kill(processID, signal) }
        }
    }

    /// Ends all of them, for a harness that is interrupted.
    static func endAll() {
        signals.withLock { signals in
            for (processID, signal) in signals { kill(processID, signal) }
        }
    }
}
