import ItemsDomain
import PresentationKit

extension PresentedError {
    /// Presents an error of the items' use cases.
    init(ofItems error: any Error) {
        let reason: Reason =
            switch (error as? ItemError)?.code {
            case .networkUnreachable: .unreachable
            case .sessionExpired: .sessionExpired
            default: .other
            }
        self.init(error, reason: reason)
    }
}
