import PresentationKit

/// A form of fields and buttons.
struct Form: PartContent {
    /// Its title; `nil` under the title of a screen.
    var title: String?

    /// What it is for.
    var text: String?

    /// Its fields, in order.
    var fields: [Field] = []

    /// Its buttons; the first one is pressed by the Enter key.
    let buttons: [Button]

    /// Whether its action is under way.
    var isBusy = false

    /// What came of its action; empty before.
    var outcome = ""

    /// Whether the action failed.
    var isFailure = false

    /// Shows why the action failed.
    func failing(with error: PresentedError?) -> Form {
        guard let error else { return self }
        var form = self
        form.outcome = error.sentences
        form.isFailure = true
        return form
    }
}
