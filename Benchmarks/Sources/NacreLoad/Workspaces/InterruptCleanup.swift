import CLMDBCeiling
import Foundation

/// Removes a workspace when the command is interrupted: a load leaves gigabytes behind.
///
/// It is active as long as the object exists.
package final class InterruptCleanup {
    private let interruption = StopSign()
    private let sources: [any DispatchSourceSignal]

    package init(of workspace: Workspace) {
        let interruption = interruption
        sources = EndingSignals.heard.map { number in
            // The default action would end the process before the source receives the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                interruption.raise()
                RunningProcesses.endAll()
                do {
                    try workspace.remove()
                    standardError("nacre-bench: interrupted, \(workspace.folder.path) is removed")
                } catch {
                    standardError("nacre-bench: interrupted, and \(error): remove it by hand")
                }
                // The exit code that a shell reports for a process ended by a signal.
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    /// Suspends if an interruption has begun, which ends the process.
    ///
    /// Failures after it, such as a missing server, are its consequence, and must not be reported as the result.
    package func giveWay() async {
        while interruption.isRaised { try? await Task.sleep(for: .seconds(1)) }
    }

    deinit {
        for source in sources { source.cancel() }
        for number in EndingSignals.heard { signal(number, SIG_DFL) }
    }
}

/// The signals that end a command, after it has removed its own files.
package enum EndingSignals {
    /// Those of the keyboard, of other programs, and of a closed terminal.
    ///
    /// If the last is ignored from the start, as by nohup, it stays ignored.
    package static let heard = [SIGINT, SIGTERM] + (ceiling_ignores_signal(SIGHUP) == 0 ? [SIGHUP] : [])
}
