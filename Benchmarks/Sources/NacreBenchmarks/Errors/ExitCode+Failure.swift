import ArgumentParser
import GRDB
import Nacre

extension ExitCode {
    /// The exit code for what a store, an engine or the harness threw: 65 for what is damaged or wrong, 69 for a server
    /// that is not there, 73 for what cannot be created, 74 for a disk that failed, 1 for anything else.
    ///
    /// It is `nil` where the error is nobody's of these: as it came, it says more.
    init?(for error: any Error) {
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
                // Where it is not the disk that failed, the store did.
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
