import Foundation
import Synchronization

/// Whether a suite was interrupted, and the child process to notify: it removes its own files.
final class SuiteInterruption: Sendable {
    private struct State {
        var signal: Int32?
        var child: Int32?
    }

    private let state = Mutex(State())

    /// The first signal received; `nil` if there was none.
    var signal: Int32? { state.withLock(\.signal) }

    /// Records a signal and forwards it to the child; a second signal kills the child.
    func note(_ signal: Int32) {
        let isFirst = state.withLock { state in
            if state.signal != nil, let child = state.child { kill(child, SIGKILL) }
            defer { state.signal = state.signal ?? signal }
            return state.signal == nil
        }
        if isFirst { passOn() }
    }

    /// Sends the signal to the child, repeatedly until it ends: a new process may not handle signals yet.
    private func passOn() {
        let isRunning = state.withLock { state in
            guard let child = state.child, let signal = state.signal else { return false }
            kill(child, signal)
            return true
        }
        if isRunning { DispatchQueue.global().asyncAfter(deadline: .now() + 1) { self.passOn() } }
    }

    /// Forwards signals to this child from now on; `nil` ends the forwarding.
    func attend(to child: Int32?) {
        state.withLock { $0.child = child }
        // A signal may have arrived while the process was being started.
        if child != nil { passOn() }
    }

    /// Runs a body, during which the signals that end a command are recorded.
    func hearing<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let sources = EndingSignals.heard.map { number in
            // The default action would end the process before the source receives the signal.
            Foundation.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { self.note(number) }
            source.resume()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in EndingSignals.heard { Foundation.signal(number, SIG_DFL) }
        }
        return try await body()
    }
}
