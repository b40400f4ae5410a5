@preconcurrency import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A signal that asked a command to end which would go on otherwise.
struct Interruption: Error {
    /// The number of the signal.
    let signal: Int32
}

extension Interruption {
    /// How long a command may take to end before the signal ends it, in seconds: it may be writing to somebody who does
    /// not read.
    private static let grace = 2.0

    /// Runs work until it is over, a signal asks to end, or nobody reads its output any more.
    ///
    /// - Parameters:
    ///   - output: Where the work writes.
    ///   - work: The work, which is over soon after it is cancelled.
    /// - Throws: ``Interruption``, once the work is over; ``FileError`` with `EPIPE` where nobody reads; what the work
    ///   throws.
    static func ending(_ output: StandardOutput, _ work: @escaping @Sendable () async throws -> Void) async throws {
        // From now on, so that a signal never finds the work begun and nobody listening.
        let signals = signals()
        try await withThrowingTaskGroup(of: Int32?.self) { group in
            group.addTask {
                try await work()
                return nil
            }
            group.addTask { await signals.first { _ in true } }
            group.addTask {
                try await output.waitUntilAbandoned()
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

    /// The signals that ask to end, by their numbers, as long as somebody waits for them.
    private static func signals() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let sources = [SIGINT, SIGTERM].map { number in
                #if canImport(Darwin)
                    // Otherwise the signal would do what it does by itself, too.
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
