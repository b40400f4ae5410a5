package import ArgumentParser
package import DomainKit
package import Nacre

/// The options `--as-of` and `--by`.
package struct AsOfOptions: ParsableArguments {
    /// The time of an event that a moment is compared with.
    package enum Clock: String, CaseIterable, ExpressibleByArgument {
        /// The time when the event was recorded, by the store's clock.
        case recordedAt

        /// The time when it happened.
        case time
    }

    /// The value of `--as-of`.
    package enum Point: Hashable {
        case position(Position)
        case time(Instant)
    }

    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            "The state after the event at this position, or after all events up to this time.",
            valueName: "position|time"),
        transform: parse)
    package var point: Point?

    @Option(
        name: .customLong("by"),
        help: ArgumentHelp(
            "The time that --as-of refers to: recordedAt, when an event was recorded (the default), or time, when it happened."
        ))
    package var clock: Clock?

    package init() {}

    package func validate() throws {
        guard let clock else { return }
        guard case .time = point else {
            throw ArgumentParser.ValidationError(
                "--by \(clock.rawValue) needs a time: give --as-of a time, not a position")
        }
    }

    /// Parses a moment; digits alone are a position.
    @Sendable
    package static func parse(_ text: String) throws -> Point {
        if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            guard let position = Position(text) else {
                throw ArgumentParser.ValidationError("position \(text) is beyond the limit of a log")
            }
            return .position(position)
        }
        do {
            return .time(try Instant(parsing: text))
        } catch {
            throw ArgumentParser.ValidationError(
                "\(quoted(text)) is neither a position (a number from 0) nor a time such as 2026-05-01T12:00:00Z: \(error)"
            )
        }
    }
}
