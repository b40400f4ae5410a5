import DomainKit

// The listings of `WritingADomain.md`.

struct CustomerName: Sendable {
    let text: String

    private static let rule = Rule.notEmpty.and(.scalars(in: 1...100)).and(.noControlCharacters)

    init(_ given: String) throws(ValidationError) {
        text = given.trimmed
        try Self.rule.validate(text, field: "name")
    }
}

func reserveSeat(in seats: some Repository<String, SeatDecider>) async throws -> UInt64 {
    let retry = ConflictRetry(attempts: 10)
    let version = try await retry {
        let seat = try await seats.load("7A")
        let events = try SeatDecider.decide(.reserve(by: "ada"), seat.state)
        return try await seats.save(events, for: "7A", expecting: seat.version)
    }
    return version
}
