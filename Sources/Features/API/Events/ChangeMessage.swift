/// The data of an event by which a server signals a change, as JSON.
///
/// It says that something has changed, and not what: the client asks again.
public struct ChangeMessage: APIMessage, Hashable {
    /// The position of the log up to which the signal tells of changes.
    public let position: UInt64

    /// The form of a signal.
    public static var schema: Schema? { .object(name: "Change", [.init("position", .integer)]) }

    /// Creates the message.
    ///
    /// - Parameter position: The position of the log up to which the signal tells of changes.
    public init(position: UInt64) {
        self.position = position
    }
}
