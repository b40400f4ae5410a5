import ArgumentParser

/// How a workload draws by Zipf's distribution.
struct KeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The exponent of Zipf's distribution, below 1: the greater, the hotter the popular ones.",
            valueName: "number"))
    var zipfExponent = KeyChoice.usualExponent

    func validate() throws {
        guard KeyChoice.exponents.contains(zipfExponent) else {
            throw ValidationError(
                "--zipf-exponent is from \(KeyChoice.exponents.lowerBound) to \(KeyChoice.exponents.upperBound), "
                    + "this is \(zipfExponent)")
        }
    }
}
