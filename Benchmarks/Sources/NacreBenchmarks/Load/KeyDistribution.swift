import ArgumentParser

/// How keys, streams above all, are chosen from among many.
enum KeyDistribution: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Each is as likely as any other.
    case uniform

    /// A few are chosen often and most seldom, as Zipf found of words: the *r*-th most popular in proportion to
    /// 1 ÷ *r*^exponent.
    case zipf

    /// The same, the newest being the most popular.
    case latest
}
