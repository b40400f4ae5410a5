import ArgumentParser
import DomainKit
import Kernel
import Nacre

/// The option `--as-of`.
struct AsOfOptions: ParsableArguments {
    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            "As it was when the event at this position had been recorded, or all up to this time had.",
            valueName: "position|time"),
        transform: parse)
    var moment: Kernel.Moment?

    /// Reads a moment: digits alone are a position.
    @Sendable
    static func parse(_ text: String) throws -> Kernel.Moment {
        if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            guard let position = Position(text) else {
                throw ArgumentParser.ValidationError("no log goes as far as position \(text)")
            }
            return .position(position)
        }
        do {
            return .time(try Instant(parsing: text))
        } catch {
            throw ArgumentParser.ValidationError(
                "\(quoted(text)) is neither a position, a number from 0, nor a time such as 2026-05-01T12:00:00Z: \(error)"
            )
        }
    }
}

extension StoreOptions {
    /// Opens the store to ask its read models: once they have seen the whole log, or as they were.
    ///
    /// - Parameters:
    ///   - asOf: As of when.
    ///   - progress: Whether it is shown how far they have come.
    ///   - body: Asks.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    func withReads<Result>(
        _ asOf: AsOfOptions, _ progress: ProgressOptions, _ body: (ReadSide) async throws -> Result
    ) async throws -> Result {
        guard let moment = asOf.moment else {
            return try await withUpToDateKernel(progress) { kernel in try await body(kernel.reads) }
        }
        return try await withKernel(.looking) { kernel in
            let meter = progress.meter("replaying")
            defer { meter.finish() }
            return try await kernel.asOf(
                moment, progress: { position, end in meter.update(position, of: end) }, body)
        }
    }
}
