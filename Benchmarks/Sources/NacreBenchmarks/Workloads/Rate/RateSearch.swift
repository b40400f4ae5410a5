/// Searches for the highest rate that holds, in few trials: it doubles the rate until it does not hold, then halves the
/// gap.
///
/// The gap is halved by its geometric mean, so that trials are equally informative at low and high rates.
struct RateSearch: Sendable {
    /// The final ratio of the lowest rate that did not hold to the highest that did.
    static let nearness = 1.05

    /// The bounds of the search, in appends per second.
    static let bounds = 1.0...10_000_000

    /// The highest rate that held; `nil` if none did.
    private(set) var highest: Double?

    /// The lowest rate that did not hold; `nil` if all did.
    private(set) var lowestBroken: Double?

    private(set) var next: Double?

    /// Begins a search at a rate, in appends per second.
    init(from first: Double) {
        next = min(max(first, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    /// Records whether the tried rate held.
    ///
    /// A rate that holds above one that did not is chance: the highest that held below all others counts.
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

    /// Rejects a rate that did not hold when it was tried again, and continues a tenth below it.
    mutating func takeBack() {
        guard let rate = highest else { return }
        lowestBroken = rate
        highest = rate / 1.1 >= Self.bounds.lowerBound ? rate / 1.1 : nil
    }
}
