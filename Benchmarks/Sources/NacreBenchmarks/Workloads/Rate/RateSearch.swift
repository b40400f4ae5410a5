/// Looks for the highest rate that something holds, in few trials: doubles until it does not, then halves the gap.
///
/// The gap is halved by its geometric mean, so that every trial tells as much whether rates are high or low.
struct RateSearch: Sendable {
    /// How near the lowest rate that did not hold is to the highest that did, in the end.
    static let nearness = 1.05

    /// The rates between which the search stays, in appends a second.
    static let bounds = 1.0...10_000_000

    /// The highest rate that held; `nil` where none did.
    private(set) var highest: Double?

    /// The lowest rate that did not; `nil` where all did.
    private(set) var lowestBroken: Double?

    /// What is to be tried next; `nil` where the search is over.
    private(set) var next: Double?

    /// Begins a search at a rate, in appends a second.
    init(from first: Double) {
        next = min(max(first, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    /// Takes in what became of the rate that was to be tried.
    ///
    /// A rate that holds above one that did not is chance: the highest that held below all broken ones counts.
    mutating func judge(_ holds: Bool) {
        guard let rate = next else { return }
        if holds { highest = max(highest ?? 0, rate) } else { lowestBroken = min(lowestBroken ?? .infinity, rate) }
        switch (highest, lowestBroken) {
        case (let low?, let high?): next = high / low <= Self.nearness ? nil : (low * high).squareRoot()
        case (let low?, nil): next = low >= Self.bounds.upperBound ? nil : min(low * 2, Self.bounds.upperBound)
        case (nil, let high?): next = high <= Self.bounds.lowerBound ? nil : max(high / 2, Self.bounds.lowerBound)
        case (nil, nil): next = nil
        }
    }

    /// Takes a rate back that did not hold when it was tried again, and goes on a tenth below it.
    mutating func takeBack() {
        guard let rate = highest else { return }
        lowestBroken = rate
        highest = rate / 1.1 >= Self.bounds.lowerBound ? rate / 1.1 : nil
    }
}
