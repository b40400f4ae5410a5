import ChildProcesses
import Foundation
import Synchronization
import TestRandomness

/// Stops processes for a moment, one after the other.
final class Pauses: Sendable {
    private let processes = Mutex<[ChildProcess]>([])
    private let ended = Atomic(0)

    /// The number of pauses.
    var count: Int { ended.load(ordering: .relaxed) }

    func add(_ process: ChildProcess) {
        processes.withLock { $0.append(process) }
    }

    /// Continues until its task is cancelled.
    func run() async throws {
        var random = SeededGenerator(seed: 15)
        while !Task.isCancelled {
            let running = processes.withLock { processes in
                processes.removeAll { !$0.isRunning }
                return processes
            }
            if let process = running.randomElement(using: &random) {
                process.send(SIGSTOP)
                // Not cancelled in between: it would stay stopped.
                let pause = Duration.microseconds(Int.random(in: 0...40_000, using: &random))
                await Task.detached { try? await Task.sleep(for: pause) }.value
                process.send(SIGCONT)
                ended.add(1, ordering: .relaxed)
            }
            await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
        }
    }
}
