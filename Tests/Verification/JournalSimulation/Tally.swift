/// How often something happened that the simulation must cover.
struct Tally: Equatable {
    var steps = 0
    var stops = 0
    var deaths = 0
    var reads = 0
    var events = 0
    /// The steps after which a journal was in use.
    var uses = 0
    /// The answers, by step.
    private(set) var answers: [String: Int] = [:]

    mutating func note(_ step: Substring, _ answer: String) {
        let isRefusal = answer.hasPrefix("refused") || answer.hasPrefix("failed")
        let words = answer.split(separator: " ").prefix(isRefusal ? 2 : 1)
        answers["\(step) \(words.joined(separator: " "))", default: 0] += 1
    }

    static func += (sum: inout Tally, other: Tally) {
        sum.steps += other.steps
        sum.stops += other.stops
        sum.deaths += other.deaths
        sum.reads += other.reads
        sum.events += other.events
        sum.uses += other.uses
        sum.answers.merge(other.answers, uniquingKeysWith: +)
    }
}

extension Tally: CustomStringConvertible {
    var description: String {
        let parts = answers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return """
            \(steps) steps, \(stops) stopped, \(deaths) deaths, \(uses) with a journal in use, \(reads) reads, \
            \(events) events
            \(parts.joined(separator: ", "))
            """
    }
}
