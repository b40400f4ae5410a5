import PresentationKit

/// The form that adds an item.
struct AddItem: PartContent {
    /// What was typed.
    let name: String

    /// What is wrong with it.
    let message: String

    /// Whether something is wrong.
    let isInvalid: Bool

    /// Whether the item is being added.
    let isBusy: Bool

    init(_ field: FormField, isBusy: Bool) {
        name = field.text
        message = field.nameMessage
        isInvalid = !field.isValid
        self.isBusy = isBusy
    }
}

extension FormField {
    /// What is wrong with the name of an item; empty if nothing is.
    var nameMessage: String {
        messages.first.map { text.isEmpty ? "Please type a name." : $0.sentences(about: "The name") } ?? ""
    }
}
