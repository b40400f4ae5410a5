import ArgumentParser

extension Arrivals {
    /// The most appends that one slice may offer: their moments alone are 1.6 GB, and what became of them is more.
    static let mostAppends = 200_000_000

    /// Refuses arrivals of which there would be more than ``mostAppends``.
    ///
    /// - Parameters:
    ///   - seconds: For how long they come.
    ///   - option: The option that says so.
    ///   - rate: The option by which they are so many a second.
    /// - Throws: `ValidationError`, which says how many they would be.
    func requireFew(within seconds: Double, _ option: String, rate: String = "--events-per-second") throws {
        let count = expected(at: seconds, of: seconds)
        guard count <= Double(Self.mostAppends) else {
            throw ValidationError(
                "\(rate) for \(option) \(decimal(seconds, decimals: 1)) would offer \(decimal(count, decimals: 0)) appends "
                    + "in one slice, \(decimal(Self.mostAppends)) are the most: lower one of the two")
        }
    }
}
