/// A command with options of its own that determine its work.
protocol SpecificWork {
    /// The options that determine the work, besides the shared ones, by option name.
    ///
    /// Two runs that differ in them did different work, and are not compared. The number and duration of measurements,
    /// the seed, the location and the output are not part of them.
    var told: [String: String] { get }
}
