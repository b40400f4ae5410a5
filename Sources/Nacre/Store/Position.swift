/// An event's 1-based ordinal in the whole log: unique, increasing, without gaps.
///
/// 0 is before everything.
public typealias Position = UInt64

/// An event's 1-based ordinal in its stream; a stream's version is its last event's, 0 if it does not exist.
public typealias StreamVersion = UInt64
