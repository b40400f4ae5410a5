import ArgumentParser

/// The distribution of keys, above all of streams.
enum KeyDistribution: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// All keys are equally likely.
    case uniform

    /// A few keys are drawn often and most seldom, as Zipf found for words.
    ///
    /// The probability of the *r*-th most popular is proportional to 1 ÷ *r*^exponent.
    case zipf

    /// The same, with the newest key as the most popular.
    case latest
}
