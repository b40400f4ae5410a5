/// The type of an event, such as `OrderPlaced`.
///
/// 1 to 255 bytes of UTF-8 without control characters; compared by bytes.
public struct EventType: ByteComparedName {
    /// The name as text.
    public let text: String

    /// Creates a name from any text.
    ///
    /// Its limits are validated where it is used.
    public init(_ text: String) {
        self.text = text
    }
}
