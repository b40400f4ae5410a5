internal import NacreReplicated

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The keys of a log in etcd.
///
/// | key | value |
/// |---|---|
/// | `prefix/tail` | the last sequence, in decimal digits; absent in a log that never had an entry |
/// | `prefix/trimmed` | the last sequence that was forgotten; absent if only the entries tell it |
/// | `prefix/entries/00000000000000000042` | the entry with that sequence, in 20 digits |
struct EtcdKeys: Sendable {
    private static let digitCount = 20

    /// The key of the last sequence.
    let tail: Data

    /// The key of the last sequence that was forgotten.
    let trimmed: Data

    /// What the keys of all entries begin with.
    private let entries: String

    /// - Parameter prefix: What all keys of the log begin with.
    init(prefix: String) {
        tail = Data("\(prefix)/tail".utf8)
        trimmed = Data("\(prefix)/trimmed".utf8)
        entries = "\(prefix)/entries/"
    }

    /// The key of an entry.
    func entry(_ sequence: LogSequence) -> Data {
        let digits = String(sequence.number)
        return Data((entries + String(repeating: "0", count: Self.digitCount - digits.count) + digits).utf8)
    }

    /// The first key of all entries.
    var first: Data { Data(entries.utf8) }

    /// The first key behind all entries.
    var end: Data { Data((entries.dropLast() + "0").utf8) }

    /// The sequence of the entry under a key; `nil` if it is not the key of an entry.
    func sequence(_ key: Data) -> LogSequence? {
        let digits = key.dropFirst(entries.utf8.count)
        guard digits.count == Self.digitCount, key.starts(with: entries.utf8) else { return nil }
        return Self.sequence(digits)
    }

    /// The sequence that a value stands for; `nil` if it is none.
    static func sequence(_ value: Data) -> LogSequence? {
        guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return UInt64(String(decoding: value, as: UTF8.self)).map(LogSequence.init)
    }

    /// The value that stands for a sequence.
    static func value(_ sequence: LogSequence) -> Data { Data(String(sequence.number).utf8) }
}
