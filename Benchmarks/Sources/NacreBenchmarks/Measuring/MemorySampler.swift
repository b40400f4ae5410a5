import Foundation
import Synchronization

/// Samples a process's anonymous memory ten times a second while a body runs.
///
/// Anonymous memory is the process's own (`RssAnon`): pages of mapped files, which the system can reclaim, do not
/// count.
final class MemorySampler: Sendable {
    private static let interval = 0.1

    private let state = Mutex(State())

    private struct State {
        var samples: [MemorySample] = []
        var seconds = 0.0
        var isRunning = false

        /// The number of bodies started: a thread that slept while its own body ended must not continue in the next.
        var turn = 0
    }

    var samples: [MemorySample] { state.withLock(\.samples) }

    /// Runs a body and samples a process meanwhile; the time between two bodies is not part of the samples' time.
    func during<Result>(_ processID: Int32, _ body: () async throws -> Result) async rethrows -> Result {
        let start = monotonicNanoseconds()
        let (turn, before) = state.withLock { state in
            state.isRunning = true
            state.turn += 1
            return (state.turn, state.seconds)
        }
        // A thread, because a busy cooperative pool would delay a task's samples.
        Thread { [self] in
            while state.withLock({ $0.isRunning && $0.turn == turn }) {
                sample(processID, at: before + Double(monotonicNanoseconds() - start) / 1e9, in: turn)
                Thread.sleep(forTimeInterval: Self.interval)
            }
        }.start()
        defer {
            let end = before + Double(monotonicNanoseconds() - start) / 1e9
            sample(processID, at: end, in: turn)
            state.withLock { state in
                state.seconds = end
                state.isRunning = false
            }
        }
        return try await body()
    }

    private func sample(_ processID: Int32, at seconds: Double, in turn: Int) {
        guard let bytes = ProcessCounters.anonymousBytes(of: processID) else { return }
        state.withLock { state in
            guard state.isRunning, state.turn == turn else { return }
            state.samples.append(MemorySample(seconds: seconds, bytes: bytes))
        }
    }
}

struct MemorySample: Hashable, Sendable, Codable {
    var seconds: Double
    var bytes: UInt64

    /// At most `most` samples: of each group of adjacent ones, the greatest.
    static func thinned(_ samples: [MemorySample], to most: Int = 600) -> [MemorySample] {
        guard samples.count > most else { return samples }
        let step = (samples.count + most - 1) / most
        // The greatest of each group, because the peak is what matters.
        return stride(from: 0, to: samples.count, by: step).compactMap { first in
            samples[first..<min(first + step, samples.count)].max { $0.bytes < $1.bytes }
        }
    }
}
