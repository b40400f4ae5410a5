import DomainKit

enum SeatEvent: DomainEvent, Codable {
    case reserved(by: String)
    case released
}

enum SeatDecider: Decider {
    enum Command {
        case reserve(by: String)
        case release
    }
    struct Taken: DescribedError { let description = "the seat is taken: choose another one" }

    static let initialState: String? = nil

    static func decide(_ command: Command, _ holder: String?) throws(Taken) -> [SeatEvent] {
        switch (command, holder) {
        case (.reserve(let customer), nil): return [.reserved(by: customer)]
        case (.reserve(let customer), let holder?):
            guard holder == customer else { throw Taken() }
            return []
        case (.release, nil): return []
        case (.release, _?): return [.released]
        }
    }

    static func evolve(_ holder: inout String?, _ event: SeatEvent) {
        switch event {
        case .reserved(let customer): holder = customer
        case .released: holder = nil
        }
    }
}
