/// A tag of an event: an opaque string that consistency rules can ask for, such as `screenName:ada`.
///
/// 1 to 255 bytes of UTF-8 without control characters; compared by bytes.
public struct Tag: ByteComparedName {
    /// The name as text.
    public let text: String

    /// Makes a name of any text; its limits are judged where it is used.
    public init(_ text: String) {
        self.text = text
    }
}
