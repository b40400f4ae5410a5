/// Where a message that a consumer delivers stands in its stream.
enum EntryPosition {
    /// Reads the sequence from the subject for acknowledgements.
    ///
    /// - Parameter subject: `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<…>`, or the newer form with domain and
    ///   account before the stream.
    /// - Returns: The sequence; `nil` if it is no such subject.
    static func sequence(_ subject: String) -> UInt64? {
        guard subject.hasPrefix("$JS.ACK.") else { return nil }
        let parts = subject.split(separator: ".", omittingEmptySubsequences: false)
        switch parts.count {
        case 9: return UInt64(parts[5])
        case 11...: return UInt64(parts[7])
        default: return nil
        }
    }
}
