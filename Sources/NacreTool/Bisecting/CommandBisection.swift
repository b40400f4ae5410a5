import Nacre

/// Finds the first position for which a command succeeds no more, by halving.
struct CommandBisection {
    // The conventions are those of `git bisect run`. See FEAT-54.

    /// What was found.
    enum Result: Hashable, Sendable {
        /// The condition holds already at the first position.
        case already

        /// The condition does not hold at the last position.
        case never

        /// The condition holds first at this position.
        case found(Position)

        /// The first position is one of these, between which the command cannot judge.
        case between(ClosedRange<Position>)
    }

    /// The answer for a position.
    enum Answer: Hashable, Sendable {
        case holds
        case holdsNot
        case unknown
    }

    /// The maximum number of positions in a row that the command cannot judge.
    static let maxUnknown = 64

    /// Finds the first position at which the condition holds.
    ///
    /// The answer must change once only: between two positions with different answers, a change is found, not all of
    /// them.
    ///
    /// - Parameters:
    ///   - after: The position at which the condition should not hold yet.
    ///   - until: The position at which it should hold.
    ///   - judge: Gives the answer for a position.
    /// - Returns: The result.
    /// - Throws: ``CommandError`` if the answer for either end is unknown; errors of `judge`.
    /// - Complexity: O(log *n*) calls in the number of positions.
    static func run(
        after: Position, until: Position, _ judge: (Position) async throws -> Answer
    ) async throws -> Result {
        guard try await known(judge(after), at: after) == .holdsNot else { return .already }
        guard after < until, try await known(judge(until), at: until) == .holds else { return .never }
        var (low, high) = (after, until)
        var unknown: Set<Position> = []
        while high - low > 1 {
            guard let (position, answer) = try await answer(between: low, and: high, except: &unknown, judge) else {
                return .between(low + 1...high)
            }
            if answer == .holds { high = position } else { low = position }
        }
        return .found(high)
    }

    /// The answer for a position between two others, the middle or else one as far as possible from those tried.
    private static func answer(
        between low: Position, and high: Position, except unknown: inout Set<Position>,
        _ judge: (Position) async throws -> Answer
    ) async throws -> (position: Position, answer: Answer)? {
        var rest = maxUnknown
        var number: UInt64 = 1
        // Fractions up to this number include each position between the two.
        let numbers = UInt64(1) << UInt64(UInt64.bitWidth - (high - low).leadingZeroBitCount)
        while rest > 0, number < numbers {
            let position = low + fraction(number, of: high - low)
            number += 1
            guard position > low, !unknown.contains(position) else { continue }
            let answer = try await judge(position)
            if answer != .unknown { return (position, answer) }
            unknown.insert(position)
            rest -= 1
        }
        return nil
    }

    /// The fractions 1/2, 1/4, 3/4, 1/8, 5/8, … of a length: the binary digits of a number in reverse order.
    private static func fraction(_ number: UInt64, of length: UInt64) -> UInt64 {
        var (rest, result, part) = (number, 0.0, 0.5)
        while rest > 0 {
            if rest & 1 == 1 { result += part }
            rest >>= 1
            part /= 2
        }
        return UInt64((Double(length) * result).rounded(.down))
    }

    private static func known(_ answer: Answer, at position: Position) throws(CommandError) -> Answer {
        guard answer == .unknown else { return answer }
        throw CommandError(
            .badInput,
            "the command cannot judge position \(position) (exit code 125), at which the search begins or ends: give "
                + "another one with --after or --until")
    }
}

extension CommandBisection.Answer {
    /// The answer of an exit code: 0 is that the condition does not hold, 125 that the command cannot judge, any other
    /// code up to 124 that it holds.
    ///
    /// - Throws: ``CommandError`` if the command could not be run, ended by a signal or has a code above 125.
    init(of outcome: ShellCommand.Outcome, at position: Position) throws(CommandError) {
        switch outcome {
        case .exited(0): self = .holdsNot
        case .exited(125): self = .unknown
        case .exited(126), .exited(127):
            throw CommandError(
                .badInput, "the command cannot be run at position \(position): correct its name and permissions")
        case .exited(let code) where code < 128: self = .holds
        case .exited(let code):
            throw CommandError(
                .badInput, "the command failed at position \(position) with code \(code): a judgement is at most 125")
        case .signalled(let signal):
            throw CommandError(.badInput, "signal \(signal) ended the command at position \(position)")
        }
    }
}
