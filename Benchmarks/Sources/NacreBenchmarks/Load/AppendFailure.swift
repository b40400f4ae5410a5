import Nacre

/// An append that failed, or a read: when, and in which way.
struct AppendFailure: Hashable, Sendable {
    /// When it was told so, of ``monotonicNanoseconds()``.
    var moment: UInt64

    /// The name of its kind: `disk`, the name of an `EventStoreError.Code`, or `other`.
    var kind: String

    /// The kind of the failures that are the disk's: see ``DiskFailure``.
    static let disk = "disk"

    /// The kind of the failures that no code tells apart.
    static let other = "other"

    /// Notes an error's kind.
    init(_ error: any Error, at moment: UInt64) {
        self.init(moment: moment, kind: Self.kind(of: error))
    }

    init(moment: UInt64, kind: String) {
        self.moment = moment
        self.kind = kind
    }

    /// The name of an error's kind.
    static func kind(of error: any Error) -> String {
        if DiskFailure.isOne(error) { return disk }
        return (error as? EventStoreError)?.code.description ?? other
    }

    /// Whether an error says that nothing was written because of what was asked: whoever asked knows where it stands.
    static func isRefusal(_ error: any Error) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return [.conflict, .invalidArgument].contains(error.code)
    }
}
