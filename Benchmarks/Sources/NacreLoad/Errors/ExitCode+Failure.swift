package import ArgumentParser
import GRDB
import Nacre

extension ExitCode {
    /// The exit code for an error of a store, an engine or the harness.
    ///
    /// It is 65 for damaged or wrong data, 69 for a missing server, 73 for something that cannot be created, 74 for a
    /// disk failure, and 1 otherwise. It is `nil` for other errors, which are more informative unchanged.
    package init?(for error: any Error) {
        let other: HarnessError.Kind = DiskFailure.isOne(error) ? .inputOutput : .other
        let kind: HarnessError.Kind
        switch error {
        case let error as HarnessError: kind = error.kind
        case is TimeoutError: kind = .badInput
        case let error as EventStoreError:
            kind =
                switch error.code {
                case .damaged: .badInput
                case .cannotCreate: .cannotCreate
                // If the disk did not fail, the store did.
                case .appendsStopped, .inputOutput: DiskFailure.isOne(error) ? .inputOutput : .badInput
                default: other
                }
        case let error as PostgresError: kind = error.isConnectionLost ? .unavailable : other
        case let error as DatabaseError:
            kind = error.resultCode.primaryResultCode == .SQLITE_CORRUPT ? .badInput : other
        case let error as CeilingError: kind = error.isDamage ? .badInput : other
        default: return nil
        }
        self.init(kind.rawValue)
    }
}
