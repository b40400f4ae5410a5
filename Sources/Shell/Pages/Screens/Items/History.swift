import DomainKit
import ItemsPresentation
import PresentationKit

/// The history of an item.
struct History: PartContent {
    /// A line.
    struct Line: Sendable, Equatable {
        /// What happened.
        let words: String

        /// When, as a machine reads it.
        let time: String

        /// When, as it is shown without script.
        let shownTime: String
    }

    /// Whether it is being loaded.
    let isLoading: Bool

    /// Why it could not be loaded.
    let failure: String?

    /// The lines, newest first.
    let lines: [Line]

    /// What can be done; `nil` if all is shown.
    let button: Button?

    init(_ history: Loadable<[ItemViewModel.HistoryLine]>, hasMore: Bool) {
        isLoading = history == .loading
        failure = history.error?.sentences
        button =
            if history.error != nil {
                Button(in: "history", "retry", "Try again")
            } else {
                hasMore ? Button(in: "history", "loadMoreHistory", "Show older") : nil
            }
        lines = (history.value ?? []).map { line in
            Line(words: line.text, time: line.time.description, shownTime: line.time.shown)
        }
    }
}
