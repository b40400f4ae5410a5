import PresentationKit
import ProfileDomain

extension PresentedError {
    /// Presents an error of the profiles' use cases.
    init(ofProfiles error: any Error) {
        let reason: Reason =
            switch (error as? ProfileError)?.code {
            case .networkUnreachable: .unreachable
            case .sessionExpired: .sessionExpired
            default: .other
            }
        self.init(error, reason: reason)
    }
}
