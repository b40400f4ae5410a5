import ArgumentParser

extension Arrivals {
    /// The most appends that one slice may offer: their moments alone are 1.6 GB, and what became of them is more.
    static let mostAppends = 200_000_000

    /// Refuses arrivals of which there would be more than ``mostAppends``, by the options that say how many and how
    /// long.
    func requireFew(within seconds: Double, _ option: String, rate: String = "--events-per-second") throws {
        let count = expected(at: seconds, of: seconds)
        guard count <= Double(Self.mostAppends) else {
            throw ValidationError(
                "\(rate) for \(option) \(decimal(seconds, decimals: 1)) would offer \(decimal(count, decimals: 0)) appends "
                    + "in one slice, \(decimal(Self.mostAppends)) are the most: lower one of the two")
        }
    }
}
