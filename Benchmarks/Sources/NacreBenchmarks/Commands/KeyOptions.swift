import ArgumentParser

/// How a workload whose callers share their streams chooses among them.
struct KeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The exponent of Zipf's distribution: the greater, the hotter the popular ones.", valueName: "number"))
    var exponent = KeyChoice.usualExponent

    func validate() throws {
        guard KeyChoice.exponents.contains(exponent) else {
            throw ValidationError(
                "--exponent is \(KeyChoice.exponents.lowerBound) to \(KeyChoice.exponents.upperBound), this is "
                    + "\(exponent)")
        }
    }
}
