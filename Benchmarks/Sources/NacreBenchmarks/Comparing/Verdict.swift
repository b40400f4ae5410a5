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

extension Verdict {
    /// With what a command ends that says so: 2 where something is slower, 3 where nobody knows, else 0.
    var exitCode: Int32 {
        switch self {
        case .faster, .equal: 0
        case .slower: 2
        case .undecided: 3
        }
    }
}
