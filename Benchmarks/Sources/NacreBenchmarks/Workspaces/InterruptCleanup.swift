import Foundation
import Synchronization

/// Removes a workspace when the command is interrupted: a load leaves gigabytes behind.
///
/// It acts as long as the object lives.
final class InterruptCleanup {
    private final class Interruption: Sendable {
        let hasBegun = Atomic(false)
    }

    private let interruption = Interruption()
    private let sources: [any DispatchSourceSignal]

    init(of workspace: Workspace) {
        let interruption = interruption
        sources = EndingSignals.heard.map { number in
            // The default would end the process before the source hears of the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                interruption.hasBegun.store(true, ordering: .releasing)
                RunningProcesses.endAll()
                do {
                    try workspace.remove()
                    standardError("nacre-bench: interrupted, \(workspace.folder.path) is removed")
                } catch {
                    standardError("nacre-bench: interrupted, and \(error): remove it by hand")
                }
                // What a shell reports of a process that a signal ended.
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    /// Stands still where an interruption has begun, which ends the process: what goes wrong then, as a server that is
    /// gone, goes wrong because of it, and is no other end.
    func giveWay() async {
        while interruption.hasBegun.load(ordering: .acquiring) { try? await Task.sleep(for: .seconds(1)) }
    }

    deinit {
        for source in sources { source.cancel() }
        for number in EndingSignals.heard { signal(number, SIG_DFL) }
    }
}
