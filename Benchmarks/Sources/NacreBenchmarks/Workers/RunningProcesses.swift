import Foundation
import Synchronization

/// The processes that this one has started and that must not outlive it.
enum RunningProcesses {
    private struct State {
        /// What ends each of them.
        var signals: [Int32: Int32] = [:]

        /// How many are being started, and noted in a moment.
        var starting = 0

        /// Whether all have been ended, because this process ends.
        var isOver = false
    }

    private static let state = Mutex(State())

    /// Announces that a process is being started, which ``note(_:endedBy:)`` or ``giveUpStart()`` follows.
    ///
    /// - Throws: ``HarnessError`` where this process ends, and none may be started any more.
    static func announceStart() throws {
        try state.withLock { state in
            guard !state.isOver else { throw HarnessError("it is being ended, and starts no process any more") }
            state.starting += 1
        }
    }

    /// Takes an announcement back: the process could not be started.
    static func giveUpStart() {
        state.withLock { $0.starting -= 1 }
    }

    /// Notes a process that was announced and the signal that ends it, or ends it where this process ends.
    static func note(_ processID: Int32, endedBy signal: Int32) {
        state.withLock { state in
            state.starting -= 1
            state.signals[processID] = signal
            if state.isOver { kill(processID, signal) }
        }
    }

    /// Forgets a process, which has ended: its number may be another's soon.
    static func forget(_ processID: Int32) {
        state.withLock { _ = $0.signals.removeValue(forKey: processID) }
    }

    /// Whether a process is noted, and not forgotten.
    static func holds(_ processID: Int32) -> Bool { state.withLock { $0.signals[processID] != nil } }

    /// Ends a process, unless it is forgotten.
    static func end(_ processID: Int32) {
        state.withLock { state in
            if let signal = state.signals[processID] { kill(processID, signal) }
        }
    }

    /// Sends a process a signal, unless it is forgotten: its number may be another's then.
    static func send(_ signal: Int32, to processID: Int32) {
        state.withLock { state in
            if state.signals[processID] != nil { kill(processID, signal) }
        }
    }

    /// Ends all of them, those that are being started too, for a harness that is interrupted.
    static func endAll() {
        state.withLock { state in
            state.isOver = true
            for (processID, signal) in state.signals { kill(processID, signal) }
        }
        // Each is ended when it is noted, unless this process is gone by then. A start takes milliseconds.
        let deadline = monotonicNanoseconds() + 2_000_000_000
        while state.withLock(\.starting) > 0, monotonicNanoseconds() < deadline { usleep(1_000) }
    }
}
