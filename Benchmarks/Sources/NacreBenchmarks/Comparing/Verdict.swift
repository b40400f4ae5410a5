/// What can be said of two figures that were measured apart.
enum Verdict: String, Sendable {
    /// All of the interval lies above the tolerance.
    case faster

    /// All of the interval lies below the tolerance.
    case slower

    /// All of the interval lies within the tolerance.
    case equal

    /// The interval reaches across a bound: more rounds, or a quieter machine, would tell.
    case undecided
}
