import Nacre

/// A failed append or read: its time and kind.
package struct AppendFailure: Hashable, Sendable {
    /// When the failure was returned, by ``monotonicNanoseconds()``.
    package var moment: UInt64

    /// The name of the kind: `disk`, the name of an `EventStoreError.Code`, or `other`.
    package var kind: String

    /// The kind of disk failures: see ``DiskFailure``.
    package static let disk = "disk"

    /// The kind of failures without a code.
    package static let other = "other"

    package init(_ error: any Error, at moment: UInt64) {
        self.init(moment: moment, kind: Self.kind(of: error))
    }

    package init(moment: UInt64, kind: String) {
        self.moment = moment
        self.kind = kind
    }

    package static func kind(of error: any Error) -> String {
        if DiskFailure.isOne(error) { return disk }
        return (error as? EventStoreError)?.code.description ?? other
    }

    /// Whether an error means that the request was refused and nothing was written, so that the log's state is known.
    static func isRefusal(_ error: any Error) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return [.conflict, .invalidArgument].contains(error.code)
    }
}
