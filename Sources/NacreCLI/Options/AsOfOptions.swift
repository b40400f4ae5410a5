import ArgumentParser
import DomainKit
import Kernel
import Nacre

/// The options `--as-of` and `--by`.
struct AsOfOptions: ParsableArguments {
    /// By which of an event's two times a moment is meant.
    enum Clock: String, CaseIterable, ExpressibleByArgument {
        /// When it was recorded, by the store's clock.
        case recordedAt

        /// When it happened.
        case time
    }

    /// What `--as-of` is given.
    enum Point: Hashable {
        case position(Position)
        case time(Instant)
    }

    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            "As it was when the event at this position had been recorded, or all up to this time had.",
            valueName: "position|time"),
        transform: parse)
    var point: Point?

    @Option(
        name: .customLong("by"),
        help: ArgumentHelp(
            "Which time of events counts: recordedAt, what was known then (the default), or time, what had happened by then."
        ))
    var clock: Clock?

    func validate() throws {
        guard let clock else { return }
        guard case .time = point else {
            throw ArgumentParser.ValidationError("--by \(clock.rawValue) says what time --as-of means: give it a time")
        }
    }

    /// The moment; `nil` for the present.
    var moment: Kernel.Moment? {
        switch (point, clock) {
        case (.position(let position), _): .position(position)
        case (.time(let time), .time): .happened(by: time)
        case (.time(let time), _): .time(time)
        case (nil, _): nil
        }
    }

    /// Reads a moment: digits alone are a position.
    @Sendable
    static func parse(_ text: String) throws -> Point {
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
    /// Where the log begins only after that, so that every answer is empty, it says so.
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
            if let beginning = try await kernel.beginning(after: moment) {
                Console.standard.diagnostics.notice(
                    asOf.clock == .time
                        ? "nothing in the log had happened by then: its first event in time is of \(beginning)"
                        : "nothing had been recorded by then: the log begins at \(beginning)")
            }
            let meter = progress.meter("replaying")
            defer { meter.finish() }
            return try await kernel.asOf(
                moment, progress: { position, end in meter.update(position, of: end) }, body)
        }
    }
}
