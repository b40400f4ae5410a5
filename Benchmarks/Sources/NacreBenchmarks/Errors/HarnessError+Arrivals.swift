extension HarnessError {
    /// The failure of an open loop in which no append is due: every slice draws the same times, so none ever would be.
    static func nothingIsDue(rate: Double, seconds: Double) -> HarnessError {
        HarnessError(
            "at \(decimal(rate, decimals: 2)) appends a second no append is due within \(decimal(seconds, decimals: 2)) s: "
                + "raise the rate, or make slices longer")
    }
}
