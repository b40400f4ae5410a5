@preconcurrency import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The signal that asked a running command to end.
package struct Interruption: Error {
    /// The number of the signal.
    package let signal: Int32
}

extension Interruption {
    /// How long a command may take to end before the signal ends the process, in seconds.
    ///
    /// Its write may be blocked because the reader of the output does not read.
    static let grace = 2.0

    /// Runs work until it finishes, a signal asks it to end, or the reader of its output has gone.
    ///
    /// - Parameters:
    ///   - output: The output of the work.
    ///   - work: The work, which must end soon after it is cancelled.
    /// - Throws: ``Interruption``, once the work has ended; ``FileError`` with `EPIPE` if the reader has gone; the
    ///   errors of the work.
    static func runInterruptibly(
        writingTo output: StandardOutput, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        // The handlers are set first, so that no signal arrives between the start of the work and them.
        let signals = signals()
        try await withThrowingTaskGroup(of: Int32?.self) { group in
            group.addTask {
                try await work()
                return nil
            }
            group.addTask { await signals.first { _ in true } }
            group.addTask {
                try await output.waitUntilReaderCloses()
                return nil
            }
            let signal = try await group.next() ?? nil
            group.cancelAll()
            guard let signal else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + grace) {
                ExitStatus.interrupted(by: signal).endProcess()
            }
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
            throw Interruption(signal: signal)
        }
    }

    /// The numbers of the signals that ask the program to end, handled for as long as the stream is consumed.
    static func signals() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let sources = [SIGINT, SIGTERM].map { number in
                #if canImport(Darwin)
                    // Darwin also runs a signal's default action, unless the signal is ignored.
                    Darwin.signal(number, SIG_IGN)
                #endif
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in
                for source in sources { source.cancel() }
            }
        }
    }
}
