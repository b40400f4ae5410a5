import ArgumentParser

extension Arrivals {
    /// The maximum number of appends that one slice may offer: their due times alone take 1.6 GB, and their records
    /// more.
    static let mostAppends = 200_000_000

    /// Refuses arrivals of more than ``mostAppends`` appends; the message names the options of rate and duration.
    func requireFew(within seconds: Double, _ option: String, rate: String = "--events-per-second") throws {
        let count = expected(at: seconds, of: seconds)
        guard count <= Double(Self.mostAppends) else {
            throw ValidationError(
                "\(rate) for \(option) \(decimal(seconds, decimals: 1)) would offer \(decimal(count, decimals: 0)) appends "
                    + "in one slice, \(decimal(Self.mostAppends)) are the most: lower one of the two")
        }
    }
}
