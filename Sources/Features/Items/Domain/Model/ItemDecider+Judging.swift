public import DomainKit

extension ItemDecider: JudgingDecider {
    /// Judges an event of an item.
    ///
    /// What is left of an erased item cannot be judged, and is allowed.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The item before the event.
    /// - Returns: Why the rules refuse the event; `nil` if they allow it.
    public static func refusal(of event: ItemEvent, in state: Item) -> Refusal? {
        switch (state, event) {
        case (_, .erased), (.erased, _), (.none, .created), (.present, .deleted), (.deleted, .restored): nil
        case (.none, _): Refusal("the item was never created")
        case (.present, .created), (.deleted, .created): Refusal("the item was created before")
        case (.present(let name, _, _), .renamed(let new)):
            // Compared by bytes, as in the decision.
            new.utf8.elementsEqual(name.utf8) ? Refusal("the item has this name already") : nil
        case (.present(_, let isCompleted, _), .completed):
            isCompleted ? Refusal("the item is completed already") : nil
        case (.present(_, let isCompleted, _), .reopened): isCompleted ? nil : Refusal("the item is not completed")
        case (.present, .restored): Refusal("the item is not deleted")
        case (.deleted, _): Refusal("the item was deleted")
        }
    }
}
