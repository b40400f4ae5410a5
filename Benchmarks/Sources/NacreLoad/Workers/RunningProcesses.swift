import Foundation
import Synchronization

/// The child processes of this one, which must not outlive it.
enum RunningProcesses {
    private struct State {
        var signals: [Int32: Int32] = [:]

        /// The number of processes being started, which are noted as soon as they run.
        var starting = 0

        /// Whether all have been ended, because this process ends.
        var isOver = false
    }

    private static let state = Mutex(State())

    /// Announces that a process is being started; ``note(_:endedBy:)`` or ``giveUpStart()`` must follow.
    ///
    /// - Throws: ``HarnessError`` if this process is ending, and must not start others.
    static func announceStart() throws {
        try state.withLock { state in
            guard !state.isOver else { throw HarnessError("the harness is ending, and starts no more processes") }
            state.starting += 1
        }
    }

    /// Withdraws an announcement: the process could not be started.
    static func giveUpStart() {
        state.withLock { $0.starting -= 1 }
    }

    /// Notes an announced process and the signal that ends it, or ends it if this process is ending.
    static func note(_ processID: Int32, endedBy signal: Int32) {
        state.withLock { state in
            state.starting -= 1
            state.signals[processID] = signal
            if state.isOver { kill(processID, signal) }
        }
    }

    /// Forgets a process that has ended: its ID may be reused.
    static func forget(_ processID: Int32) {
        state.withLock { _ = $0.signals.removeValue(forKey: processID) }
    }

    /// Whether a process is noted, and not forgotten.
    static func holds(_ processID: Int32) -> Bool { state.withLock { $0.signals[processID] != nil } }

    /// Ends a process, unless it was forgotten.
    static func end(_ processID: Int32) {
        state.withLock { state in
            if let signal = state.signals[processID] { kill(processID, signal) }
        }
    }

    /// Sends a signal to a process, unless it was forgotten: its ID may have been reused.
    static func send(_ signal: Int32, to processID: Int32) {
        state.withLock { state in
            if state.signals[processID] != nil { kill(processID, signal) }
        }
    }

    /// Ends all of them, including those being started, when the harness is interrupted.
    static func endAll() {
        state.withLock { state in
            state.isOver = true
            for (processID, signal) in state.signals { kill(processID, signal) }
        }
        // Each is ended when it is noted, unless this process has ended by then. A start takes milliseconds.
        let deadline = monotonicNanoseconds() + 2_000_000_000
        while state.withLock(\.starting) > 0, monotonicNanoseconds() < deadline { usleep(1_000) }
    }
}
