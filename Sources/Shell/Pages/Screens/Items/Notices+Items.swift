import DomainKit
import ItemsDomain
import PresentationKit

extension Notices.Notice {
    /// A change was taken back.
    static func failure(_ title: String, subject: String? = nil, _ error: PresentedError) -> Self {
        Self(
            title: title, subject: subject, text: error.sentences,
            button: Button(in: "failure", "dismissFailure", "Dismiss", .quiet))
    }

    /// Something was done that the list does not show.
    static func done(_ words: String, _ subject: String) -> Self {
        Self(
            title: words, subject: subject.shortened, isFailure: false,
            button: Button(in: "notice", "dismissNotice", "OK", .quiet))
    }

    /// What is shown is not kept up to date any more.
    static func staleness(_ error: PresentedError) -> Self {
        Self(
            title: "This may be out of date", text: error.sentences,
            button: Button(in: "staleness", "retry", "Try again"))
    }
}

extension PresentedError {
    /// Says “the item” in place of its id, which no user knows.
    func naming(_ id: ItemID) -> PresentedError {
        PresentedError(reason, message: message.replacing("item \(id)", with: "the item"))
    }
}
