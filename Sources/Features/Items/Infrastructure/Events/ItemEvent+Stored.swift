public import ItemsDomain
public import Nacre

extension ItemEvent: StoredEvent {
    /// The category of the streams of items.
    public static let category = "item"

    /// What turns the events of items into the log's.
    public static let codec = ItemEventCodec()
}
