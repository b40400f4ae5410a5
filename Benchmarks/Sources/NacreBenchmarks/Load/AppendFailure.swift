import Nacre

/// A failed append or read: its time and kind.
struct AppendFailure: Hashable, Sendable {
    /// When the failure was returned, by ``monotonicNanoseconds()``.
    var moment: UInt64

    /// The name of the kind: `disk`, the name of an `EventStoreError.Code`, or `other`.
    var kind: String

    /// The kind of disk failures: see ``DiskFailure``.
    static let disk = "disk"

    /// The kind of failures without a code.
    static let other = "other"

    /// Records an error's kind.
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

    /// Whether an error means that the request was refused and nothing was written, so that the log's state is known.
    static func isRefusal(_ error: any Error) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return [.conflict, .invalidArgument].contains(error.code)
    }
}
