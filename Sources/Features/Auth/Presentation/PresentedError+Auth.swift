import AuthDomain
import PresentationKit

extension PresentedError {
    /// Presents an error of the accounts' use cases.
    init(ofAccounts error: any Error) {
        let reason: Reason =
            switch (error as? AuthError)?.code {
            case .networkUnreachable: .unreachable
            case .sessionExpired: .sessionExpired
            default: .other
            }
        self.init(error, reason: reason)
    }
}
