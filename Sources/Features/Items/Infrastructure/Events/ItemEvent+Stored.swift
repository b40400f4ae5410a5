public import ItemsDomain
public import Nacre

extension ItemEvent: StoredEvent {
    /// The category of items' streams.
    public static let category = StoredItemEvent.category

    /// The codec for items' events.
    public static let codec = ItemEventCodec()
}
